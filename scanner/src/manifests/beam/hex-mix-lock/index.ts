// Reads mix.lock, a map of Elixir.
// Format: https://hexdocs.pm/hex/Mix.Tasks.Hex.html and https://github.com/hexpm/hex/blob/main/lib/hex/utils.ex (lock)

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { detachedText, detachTexts } from '../../../detached-text.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { fieldOf, isGroup, readElixirEntries, type Term, termText } from '../../shared/languages/term-source.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { hexName } from '../hex-names.ts';

interface Locked {
  fullName: string;
  version: string;
  /** The repository, if the package comes from Git. */
  address: string;
  checksum: string;
  line: number;
  wanted: { app: string; fullName: string; requirement: string; scope: DependencyScope }[];
}

/** Holds no requests, so that those of a package can be freed after its finding is made. */
type Named = Pick<Locked, 'fullName' | 'version'>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The mix.lock', (problems): PackageFinding[] => {
      const locked = readLocked(textOf(bytes), problems);
      const byApp = new Map<string, Named>();
      for (const [app, { fullName, version }] of locked) byApp.set(app, { fullName, version });
      return consumed(locked, ([, one]) => findingOf(one, byApp, problems));
    }),
};

/** The packages by the names of their applications. Their texts are copies, so that the text itself can be freed. */
function readLocked(text: string, problems: Problems): [app: string, Locked][] {
  if (!isMap(text)) {
    problems.add('A mix.lock should be a map "%{…}"; nothing was read from it.');
    return [];
  }
  const byApp = new Map<string, Locked>();
  let count = 0;
  for (const [app, value, line] of readElixirEntries(text)) {
    count += 1;
    const locked = lockedOf(app, value, line, problems);
    if (locked === undefined) continue;
    detachTexts(locked);
    for (const wanted of locked.wanted) detachTexts(wanted);
    byApp.set(detachedText(app), locked);
  }
  if (count === 0) problems.add('The mix.lock should list packages but is empty.');
  return [...byApp];
}

/** Whether a map starts at the first code after white space and comments. */
function isMap(text: string): boolean {
  const code = /[^\s#]|#.*/gy;
  const blanks = /\s*/gy;
  for (let at = 0; ; at = code.lastIndex) {
    blanks.lastIndex = at;
    blanks.test(text);
    code.lastIndex = blanks.lastIndex;
    if (!code.test(text)) return false;
    if (text[blanks.lastIndex] !== '#') return text.startsWith('%{', blanks.lastIndex);
  }
}

function lockedOf(app: string, value: Term | undefined, line: number, problems: Problems): Locked | undefined {
  const term = isGroup(value, 'tuple') ? value.items : [];
  const [kind, name = '', version = ''] = term.map(termText);
  if (kind === 'path') return undefined;
  if ((kind !== 'hex' && kind !== 'git') || name === '' || version === '') {
    problems.add(
      `Line ${line}: ${quoted(app)} should be {:hex, name, version, …} or {:git, address, revision, …}; it was left out.`,
    );
    return undefined;
  }
  if (kind === 'git') return { fullName: app, version, address: name, checksum: '', line, wanted: [] };
  return {
    fullName: hexName(name, termText(term[6])),
    version,
    address: '',
    checksum: (termText(term[7]) || termText(term[3])).toLowerCase(),
    line,
    wanted: wantedOf(term[5]),
  };
}

function wantedOf(list: Term | undefined): Locked['wanted'] {
  return (isGroup(list) ? list.items : []).flatMap((item) => {
    if (!isGroup(item, 'tuple')) return [];
    const [name, requirement, options] = item.items;
    const app = termText(name);
    return [
      {
        app,
        fullName: termText(fieldOf(options, 'hex')) || app,
        requirement: termText(requirement),
        scope: fieldOf(options, 'optional') === 'true' ? ('optional' as const) : ('runtime' as const),
      },
    ];
  });
}

function findingOf(one: Locked, byApp: ReadonlyMap<string, Named>, problems: Problems): PackageFinding | undefined {
  const { fullName, version, address, checksum, line, wanted } = one;
  return packageOf(
    'hex',
    fullName,
    {
      role: 'locks',
      version,
      line,
      integrity: checksum === '' ? '' : `sha256:${checksum}`,
      repositoryUrl: /^https?:/.test(address) ? address : '',
      downloadUrl: address === '' ? '' : `${address}#${version}`,
      dependencies: wanted.flatMap(({ app, fullName: name, requirement, scope }): PackageDependency[] => {
        const target = byApp.get(app);
        // An optional package that nothing else requires is not locked.
        if (target === undefined && scope === 'optional') return [];
        const parts = { version: target?.version ?? '', requirement, scope };
        const found = dependencyOf('hex', target?.fullName ?? name, parts, problems);
        return found === undefined ? [] : [found];
      }),
    },
    problems,
  );
}
