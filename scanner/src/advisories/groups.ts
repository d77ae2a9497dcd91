// Groups advisories that describe the same vulnerability, by their aliases. Pure.
//
// Aliases are followed from record to record, but a group has at most MOST_NAMES names. A chain that would join more is hostile or wrong: the
// record that would exceed the limit stays alone under its own name, and this is reported. Groups are always computed from the current records, so
// that they separate again when a source withdraws an alias.
import { firstOf, valueFor } from '../items.ts';

export const MOST_NAMES = 64;

export interface NamedRecord {
  id: string;
  aliases: readonly string[];
}

export interface PackageGroups {
  /** Lower-case names; each group is sorted. */
  groups: { head: string; names: string[] }[];
  /** Records whose aliases were ignored because of the limit. */
  refused: string[];
}

/** Groups these records. Their order does not matter. */
export function groupIds(records: readonly NamedRecord[]): PackageGroups {
  const parents = new Map<string, string>();
  const sizes = new Map<string, number>();
  const written = new Map<string, string>();
  const root = (name: string): string => {
    let at = name;
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up;
    // Compress the path, so that a chain is walked once.
    for (let step = name; step !== at; ) {
      const next = valueFor(parents, step);
      parents.set(step, at);
      step = next;
    }
    return at;
  };
  const add = (name: string) => {
    const key = name.toLowerCase();
    if (!parents.has(key)) {
      parents.set(key, key);
      sizes.set(key, 1);
      written.set(key, name);
    }
    return key;
  };
  const refused: string[] = [];
  for (const { id, aliases } of [...records].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const own = root(add(id));
    // Check before adding: the names of a refused record would otherwise form a group without records.
    const keys = [...new Set(aliases.map((name) => name.toLowerCase()))];
    const roots = new Set(keys.map((key) => (parents.has(key) ? root(key) : key)));
    const total = [...roots].reduce(
      (sum, one) => sum + (one === own ? 0 : (sizes.get(one) ?? 1)),
      valueFor(sizes, own),
    );
    if (total > MOST_NAMES) {
      refused.push(id);
      continue;
    }
    for (const name of aliases) {
      const [a, b] = [root(own), root(add(name))];
      if (a === b) continue;
      parents.set(b, a);
      sizes.set(a, valueFor(sizes, a) + valueFor(sizes, b));
    }
  }
  const members = Map.groupBy([...parents.keys()], root);
  const groups = [...members.values()].map((keys) => {
    const names = keys.map((key) => valueFor(written, key)).sort();
    return { head: headOf(names), names };
  });
  return { groups, refused };
}

const PREFERENCE = [/^CVE-/i, /^GHSA-/i, /^MAL-/i, /^(PYSEC|RUSTSEC|GO)-/i];

/** The best-known name: the CVE, else GitHub's, else another. */
function headOf(names: readonly string[]): string {
  for (const pattern of PREFERENCE) {
    const found = names.filter((name) => pattern.test(name)).sort();
    if (found.length > 0) return firstOf(found);
  }
  return [...names].sort()[0] ?? '';
}
