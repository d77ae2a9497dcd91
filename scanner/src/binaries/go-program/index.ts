// Reads the build information that Go writes into each program: the main module and the modules from which it was
// built, with versions.
// Format: https://pkg.go.dev/debug/buildinfo
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { dependencyOf, packageOf } from '../../manifests/shared/identity.ts';
import { type Problems, readSafely } from '../../manifests/shared/problems.ts';
import type { BinaryMember } from '../member.ts';
import { isProgram, offsetOf, type Program, readProgram } from '../sections.ts';

const MAGIC = Buffer.from('\xff Go buildinf:', 'latin1');
const HEADER_SIZE = 32;
const HAS_TEXTS = 2;
const IS_BIG = 1;
const MAX_TEXT = 16 * 1024 * 1024;
/** Marks around the list of modules. */
const SENTINEL_SIZE = 16;
/** Programs that read build information contain the magic as a text too. */
const MAX_CANDIDATES = 100;

interface Module {
  path: string;
  version: string;
  sum: string;
}

interface BuildInfo {
  goVersion: string;
  main?: Module;
  modules: Module[];
}

export const goProgram: BinaryMember = {
  name: 'go-program',
  reads: 'all',
  sniff: isProgram,
  read: (bytes) =>
    readSafely('The build information of Go', (problems): PackageFinding[] => {
      const program = readProgram(bytes);
      const info = program === undefined ? undefined : buildInfoOf(program);
      return info === undefined ? [] : findingsOf(info, problems);
    }),
};

function buildInfoOf(program: Program): BuildInfo | undefined {
  const { bytes } = program;
  let at = bytes.indexOf(MAGIC);
  for (let tries = 0; at >= 0 && tries < MAX_CANDIDATES; tries++) {
    const [goVersion, modules] = textsAt(program, at);
    if (goVersion !== undefined && /^(go|devel)[\d .]/.test(goVersion)) return parsed(goVersion, modules ?? '');
    at = bytes.indexOf(MAGIC, at + 1);
  }
  return undefined;
}

/** Since Go 1.18 the texts follow here; before, their addresses. */
function textsAt(program: Program, at: number): (string | undefined)[] {
  const { bytes } = program;
  if (at + HEADER_SIZE > bytes.length) return [];
  const pointerSize = bytes.readUInt8(at + 14);
  const flags = bytes.readUInt8(at + 15);
  if ((flags & HAS_TEXTS) !== 0) {
    const [version, next] = prefixed(bytes, at + HEADER_SIZE);
    return [version, prefixed(bytes, next)[0]];
  }
  if (pointerSize !== 4 && pointerSize !== 8) return [];
  return [16, 16 + pointerSize].map((field) => pointedTo(program, at + field, pointerSize, (flags & IS_BIG) !== 0));
}

function prefixed(bytes: Buffer, at: number): [string | undefined, number] {
  let length = 0;
  let from = at;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[from] ?? 0;
    from += 1;
    length += (byte & 127) * 2 ** shift;
    if (byte < 128) break;
  }
  const end = from + length;
  return length > MAX_TEXT || end > bytes.length ? [undefined, at] : [bytes.toString('utf8', from, end), end];
}

/** The text whose header (address and length) stands at the address in this field. */
function pointedTo(program: Program, field: number, size: number, isBig: boolean): string | undefined {
  const { bytes } = program;
  const word = (at: number): number => {
    if (at < 0 || at + size > bytes.length) return 0;
    if (size === 4) return isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    return Number(isBig ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at));
  };
  const header = offsetOf(program, word(field));
  if (header < 0) return undefined;
  const at = offsetOf(program, word(header));
  const length = word(header + size);
  return at < 0 || length > MAX_TEXT || at + length > bytes.length
    ? undefined
    : bytes.toString('utf8', at, at + length);
}

function parsed(goVersion: string, written: string): BuildInfo {
  const info: BuildInfo = { goVersion: /^go(\d[\w.]*)/.exec(goVersion)?.[1] ?? '', modules: [] };
  for (const line of written
    .slice(SENTINEL_SIZE, Math.max(SENTINEL_SIZE, written.length - SENTINEL_SIZE))
    .split('\n')) {
    const [key = '', path = '', version = '', sum = ''] = line.split('\t');
    const module = { path, version: /^v\d/.test(version) ? version : '', sum };
    if (key === 'mod') info.main = module;
    else if (key === 'dep') info.modules.push(module);
    // A replacement: the program does not contain the replaced module.
    else if (key === '=>' && info.modules.length > 0) info.modules[info.modules.length - 1] = module;
  }
  return info;
}

function findingsOf({ goVersion, main, modules }: BuildInfo, problems: Problems): PackageFinding[] {
  // A module replaced by a folder has no name of its own: `./x`.
  const used = modules.filter(({ path }) => !/^(\.{0,2}\/|[A-Za-z]:\\)/.test(path));
  if (goVersion !== '') used.push({ path: 'stdlib', version: goVersion, sum: '' });
  const dependencies = used.flatMap(({ path, version }): PackageDependency[] => {
    const edge = dependencyOf(
      'golang',
      path,
      { version, requirement: version, scope: 'runtime', isDirect: false },
      problems,
    );
    return edge === undefined ? [] : [edge];
  });
  const own = main === undefined || main.path === '' ? [] : [{ ...main, dependencies, isDirect: true }];
  return [...own, ...used.map((module) => ({ ...module, dependencies: [] }))].flatMap(
    ({ path, version, sum, ...rest }) => {
      const found = packageOf(
        'golang',
        path,
        { role: 'locks', isPresent: true, version, integrity: sum, ...rest },
        problems,
      );
      return found ?? [];
    },
  );
}
