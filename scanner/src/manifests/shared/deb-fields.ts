// Reads the fields that Debian's package formats share: relations between packages, sources, vendors. Knows no file.
// Format: https://www.debian.org/doc/debian-policy/ch-relationships.html
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { Stanza } from './formats/stanzas.ts';
import type { Need } from './installed.ts';

/** The fields of a stanza from which a finding is made. */
export const DEB_FIELDS: ReadonlySet<string> = new Set([
  ...['package', 'version', 'architecture', 'source', 'status', 'maintainer', 'origin', 'homepage', 'description'],
  ...['depends', 'pre-depends', 'recommends', 'provides', 'license', 'vcs-browser'],
]);

const RELATIONS: readonly [string, DependencyScope][] = [
  ['pre-depends', 'runtime'],
  ['depends', 'runtime'],
  ['recommends', 'optional'],
];

/** A relation: the name, and its version as written (`>= 2.23`). */
interface Relation {
  name: string;
  requirement: string;
}

/** `a (>= 1) | b, c:any [amd64] <!nocheck>`: the groups of alternatives. */
export function readRelations(text: string): Relation[][] {
  return text
    .split(',')
    .map((group) => group.split('|').flatMap((one) => relationOf(one.trim()) ?? []))
    .filter((group) => group.length > 0);
}

function relationOf(text: string): Relation | undefined {
  const name = /^[A-Za-z0-9][\w.+-]*/.exec(text.slice(0, 200))?.[0];
  if (name === undefined) return undefined;
  const open = text.indexOf('(');
  const close = text.indexOf(')', open);
  return {
    name,
    requirement:
      open < 0 || close < 0
        ? ''
        : text
            .slice(open + 1, close)
            .trim()
            .replace(/\s+/g, ' '),
  };
}

export function debNeeds({ fields, lines }: Stanza): Need[] {
  return RELATIONS.flatMap(([field, scope]) =>
    readRelations(fields.get(field) ?? '').map((group) => ({
      names: group.map(({ name }) => name),
      requirement: group[0]?.requirement ?? '',
      scope,
      line: lines.get(field),
    })),
  );
}

export function debProvides({ fields }: Stanza): string[] {
  return readRelations(fields.get('provides') ?? '').flatMap((group) => group.map(({ name }) => name));
}

/**
 * The distribution by the fields of the package. Debian is the default, because the other distributions
 * are based on it.
 */
export function debVendor({ fields }: Stanza): string {
  const origin = fields.get('origin')?.toLowerCase() ?? '';
  if (/^[a-z]+$/.test(origin)) return origin;
  return /\bubuntu\b/i.test(fields.get('maintainer') ?? '') || /ubuntu/.test(fields.get('version') ?? '')
    ? 'ubuntu'
    : 'debian';
}

/**
 * The `upstream` of the purl: the source package, if it has another name or version. The form is `name` or
 * `name@version`.
 */
export function debUpstream(source: string, name: string, version: string): string {
  const [sourceName = '', rest = ''] = source.split(/\s+/, 2);
  const sourceVersion = /^\((.+)\)$/.exec(rest)?.[1] ?? '';
  if (sourceName === '' || (sourceName === name && (sourceVersion === '' || sourceVersion === version))) return '';
  return sourceVersion === '' ? sourceName : `${sourceName}@${sourceVersion}`;
}

/** The synopsis; the long description follows on further lines. */
export function synopsis({ fields }: Stanza): string {
  return (fields.get('description') ?? '').split('\n')[0] ?? '';
}
