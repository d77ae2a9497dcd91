// Reads rebar.lock: packages with their distance from the project in the graph, and their checksums.
// Format: https://rebar3.org/docs/configuration/dependencies/#lock-files
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { packageOf } from '../../shared/identity.ts';
import { entriesOf, fieldOf, isGroup, readErlang, type Term, termText } from '../../shared/languages/term-source.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The rebar.lock', (problems): PackageFinding[] => {
      const { list, checksums } = termsOf(bytes);
      if (!isGroup(list, 'list')) {
        problems.add('A rebar.lock should be {"1.2.0", […]} or a list; nothing was read from it.');
        return [];
      }
      return consumed(list.items, (item) => findingOf(item, checksums, problems));
    }),
};

/** `{"1.2.0", […]}`; the first versions of rebar3 wrote only the list. */
function termsOf(bytes: Uint8Array): { list: Term | undefined; checksums: ReadonlyMap<string, string> } {
  const [first, second] = readErlang(textOf(bytes));
  const checksums = new Map<string, string>();
  for (const section of ['pkg_hash', 'pkg_hash_ext'])
    for (const [name, hash] of entriesOf(fieldOf(second, section))) checksums.set(name, termText(hash));
  return { list: isGroup(first, 'tuple') ? first.items[1] : first, checksums };
}

function findingOf(
  item: Term | undefined,
  checksums: ReadonlyMap<string, string>,
  problems: Problems,
): PackageFinding | undefined {
  const [app, source, level] = isGroup(item, 'tuple') ? item.items : [];
  if (typeof app !== 'string' || !isGroup(source, 'tuple') || !isGroup(item)) {
    problems.add('A package of a rebar.lock should be {Name, Source, Level}; an entry of another form was left out.');
    return undefined;
  }
  const [kind = '', name = '', version] = source.items.map((one) => one ?? '');
  const isPackage = kind === 'pkg';
  const checksum = checksums.get(app) ?? '';
  const revision = isGroup(version) ? termText(version.items[1]) : termText(version);
  const address = isPackage ? '' : termText(name);
  return packageOf(
    'hex',
    isPackage ? termText(name) : app,
    {
      role: 'locks',
      version: revision,
      isDirect: level === '0',
      line: item.line,
      integrity: isPackage && checksum !== '' ? `sha256:${checksum.toLowerCase()}` : '',
      repositoryUrl: /^https?:/.test(address) ? address : '',
      downloadUrl: address === '' ? '' : `${address}#${revision}`,
    },
    problems,
  );
}
