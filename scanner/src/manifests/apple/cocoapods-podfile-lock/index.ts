// Reads Podfile.lock: the pods with their requests, sources and checksums. It is YAML with a fixed layout, which is
// read line by line.
// Format: https://guides.cocoapods.org/using/the-podfile.html (Podfile.lock)
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { podName } from '../pod-names.ts';

interface Pod {
  name: string;
  version: string;
  line: number;
  wants: { name: string; requirement: string; line: number }[];
}

interface Lock {
  pods: Pod[];
  direct: Set<string>;
  checksums: Map<string, string>;
  /** By pod, then by key: `git`, `path`, `commit`. */
  sources: Map<string, Map<string, string>>;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Podfile.lock', (problems): PackageFinding[] => {
      const lock = parse(textOf(bytes), problems);
      if (lock === undefined) {
        problems.add('A Podfile.lock should have a section "PODS:"; nothing was read from it.');
        return [];
      }
      const versions = new Map(lock.pods.map(({ name, version }) => [name, version]));
      const known = new Set<string>();
      return consumed(lock.pods, (pod) => {
        const found = findingOf(pod, lock, versions, problems);
        if (found === undefined || known.has(found.purl)) return undefined;
        known.add(found.purl);
        return found;
      });
    }),
};

/** undefined unless the text has a section of a Podfile.lock. */
function parse(text: string, problems: Problems): Lock | undefined {
  if (!/^(PODS|DEPENDENCIES|COCOAPODS):/m.test(text)) return undefined;
  const lock: Lock = { pods: [], direct: new Set(), checksums: new Map(), sources: new Map() };
  let section = '';
  let pod = '';
  for (const [i, raw] of linesOf(text).map((raw, at) => [at, raw] as const)) {
    const content = raw.trim();
    const indent = raw.length - raw.trimStart().length;
    if (content === '') continue;
    if (indent === 0) section = content.split(':')[0] ?? '';
    else if (section === 'PODS') readPod(content, indent, i + 1, lock, problems);
    else if (section === 'DEPENDENCIES') lock.direct.add(entryOf(content)?.name ?? '');
    else if (section === 'SPEC CHECKSUMS') {
      const [name, value] = pairOf(content);
      lock.checksums.set(name, value);
    } else if (section === 'EXTERNAL SOURCES' || section === 'CHECKOUT OPTIONS') {
      const [name, value] = pairOf(content);
      if (indent < 4) pod = name;
      else addSource(lock, pod, name.replace(/^:/, ''), value);
    }
  }
  return lock;
}

function readPod(content: string, indent: number, line: number, lock: Lock, problems: Problems): void {
  const entry = entryOf(content);
  if (entry === undefined) {
    problems.add(`Line ${line} should be a pod such as "- Name (1.0)" but is ${quoted(content)}; it was left out.`);
  } else if (indent < 4) {
    lock.pods.push({ name: entry.name, version: entry.inside, line, wants: [] });
  } else lock.pods.at(-1)?.wants.push({ name: entry.name, requirement: entry.inside, line });
}

/** `- Name (1.0)`, possibly in quotes or followed by a colon. */
function entryOf(content: string): { name: string; inside: string } | undefined {
  if (!content.startsWith('- ')) return undefined;
  const text = content
    .slice(2)
    .trim()
    .replace(/:$/, '')
    .replace(/^"(.*)"$/, '$1');
  const open = text.indexOf(' (');
  if (open < 0) return { name: text, inside: '' };
  return text.endsWith(')') ? { name: text.slice(0, open), inside: text.slice(open + 2, -1) } : undefined;
}

function pairOf(content: string): [string, string] {
  const colon = content.indexOf(':', 1);
  const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2');
  return colon < 0 ? [content, ''] : [unquoted(content.slice(0, colon)), unquoted(content.slice(colon + 1))];
}

function addSource(lock: Lock, pod: string, key: string, value: string): void {
  const known = lock.sources.get(pod) ?? new Map<string, string>();
  known.set(key, value);
  lock.sources.set(pod, known);
}

function findingOf(
  pod: Pod,
  lock: Lock,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageFinding | undefined {
  const { fullName, subpath } = podName(pod.name);
  const checksum = lock.checksums.get(fullName) ?? '';
  const dependencies = pod.wants.flatMap(({ name, requirement, line }): PackageDependency[] => {
    const wanted = podName(name);
    const version = versions.get(name) ?? '';
    const parts = { version, subpath: wanted.subpath, requirement, scope: 'runtime' as const, line };
    const found = dependencyOf('cocoapods', wanted.fullName, parts, problems);
    return found === undefined ? [] : [found];
  });
  return packageOf(
    'cocoapods',
    fullName,
    {
      role: 'locks',
      version: pod.version,
      subpath,
      isDirect: lock.direct.has(pod.name),
      downloadUrl: addressOf(lock.sources.get(fullName)),
      integrity: checksum === '' ? '' : `sha1:${checksum}`,
      line: pod.line,
      dependencies,
    },
    problems,
  );
}

function addressOf(source: ReadonlyMap<string, string> | undefined): string {
  const git = source?.get('git') ?? '';
  const revision = source?.get('commit') ?? source?.get('tag') ?? '';
  if (git !== '') return revision === '' ? git : `${git}#${revision}`;
  const path = source?.get('path') ?? '';
  return path === '' ? (source?.get('podspec') ?? '') : `file:${path}`;
}
