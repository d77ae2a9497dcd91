// Reads mix.lock, a map of Elixir.
// Format: https://hexdocs.pm/hex/Mix.Tasks.Hex.html and https://github.com/hexpm/hex/blob/main/lib/hex/utils.ex (lock)
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { hexName } from '../hex-names.ts';
import { dependencyOf, packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { type Problems, quoted, readSafely, textOf } from '../problems.ts';
import { entriesOf, fieldOf, isGroup, readElixir, type Term, termText } from '../term-source.ts';

interface Locked {
  app: string;
  fullName: string;
  version: string;
  term: Term[];
  isHex: boolean;
  line: number;
}

export const hexMixLock: ManifestMember = {
  name: 'hex-mix-lock',
  wants: (_path, file) => file === 'mix.lock',
  read: (bytes) =>
    readSafely('The mix.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const map = readElixir(text, 0);
      if (!isGroup(map, 'map')) {
        problems.add('A mix.lock should be a map "%{…}"; nothing was read from it.');
        return [];
      }
      if (map.items.length === 0) problems.add('The mix.lock should list packages but is empty.');
      const locked = entriesOf(map).flatMap(([app, value, line]) => lockedOf(app, value, line, problems) ?? []);
      const byApp = new Map(locked.map((one) => [one.app, one]));
      return locked.flatMap((one) => findingOf(one, byApp, problems) ?? []);
    }),
};

function lockedOf(app: string, value: Term | undefined, line: number, problems: Problems): Locked | undefined {
  const items = isGroup(value, 'tuple') ? value.items : [];
  const term = items.map((item) => item ?? '');
  const [kind, name, version] = term.map(termText);
  if (kind === 'path') return undefined;
  if ((kind !== 'hex' && kind !== 'git') || name === undefined || version === undefined || version === '') {
    problems.add(
      `Line ${line}: ${quoted(app)} should be {:hex, name, version, …} or {:git, address, revision, …}; it was left out.`,
    );
    return undefined;
  }
  const isHex = kind === 'hex';
  const fullName = isHex ? hexName(name, termText(term[6])) : app;
  return { app, fullName, version, term, isHex, line };
}

function findingOf(one: Locked, byApp: ReadonlyMap<string, Locked>, problems: Problems): PackageFinding | undefined {
  const { fullName, version, term, isHex, line } = one;
  const checksum = isHex ? termText(term[7]) || termText(term[3]) : '';
  const address = isHex ? '' : termText(term[1]);
  const wanted = isHex && isGroup(term[5]) ? term[5].items : [];
  return packageOf(
    'hex',
    fullName,
    {
      role: 'locks',
      version,
      line,
      integrity: checksum === '' ? '' : `sha256:${checksum.toLowerCase()}`,
      repositoryUrl: /^https?:/.test(address) ? address : '',
      downloadUrl: address === '' ? '' : `${address}#${version}`,
      dependencies: wanted.flatMap((item): PackageDependency[] => {
        if (!isGroup(item, 'tuple')) return [];
        const [app, requirement, options] = item.items;
        const target = byApp.get(termText(app));
        const scope = fieldOf(options, 'optional') === 'true' ? ('optional' as const) : ('runtime' as const);
        const name = target?.fullName ?? (termText(fieldOf(options, 'hex')) || termText(app));
        const parts = { version: target?.version ?? '', requirement: termText(requirement), scope };
        const found = dependencyOf('hex', name, parts, problems);
        return found === undefined ? [] : [found];
      }),
    },
    problems,
  );
}
