// The difference of two bills of material: components, versions, licenses, vulnerabilities and what was decided about them. Components are compared by
// what names them without their version, so that the documents may be of different standards and tools.
import { parsePurl } from '../purl/purl.ts';
import type { CheckedComponent, CheckedDocument } from './check/checked.ts';

interface ComparedComponent {
  /** Name of the component for people: its package URL without version, else its name. */
  component: string;
  before: string[];
  after: string[];
}

interface ComparedVulnerability {
  id: string;
  component: string;
  /** The analysis; '' if there is none. */
  before: string;
  after: string;
}

export interface SbomDifference {
  added: { component: string; versions: string[] }[];
  removed: { component: string; versions: string[] }[];
  /** Components that both have, with other versions. */
  versions: ComparedComponent[];
  /** Components of the same version, with other licenses. */
  licenses: ComparedComponent[];
  vulnerabilities: {
    added: { id: string; component: string; state: string }[];
    removed: { id: string; component: string; state: string }[];
    /** The same vulnerability, decided otherwise. */
    decided: ComparedVulnerability[];
  };
}

export function compareSboms(before: CheckedDocument, after: CheckedDocument): SbomDifference {
  const [old, fresh] = [componentsOf(before), componentsOf(after)];
  const both = [...old.keys()].filter((name) => fresh.has(name)).sort();
  return {
    added: only(fresh, old),
    removed: only(old, fresh),
    versions: both.flatMap((component) =>
      changed(component, [...(old.get(component)?.keys() ?? [])], [...(fresh.get(component)?.keys() ?? [])]),
    ),
    licenses: both.flatMap((component) => otherLicenses(component, old.get(component), fresh.get(component))),
    vulnerabilities: comparedVulnerabilities(before, after),
  };
}

export function isSame({ added, removed, versions, licenses, vulnerabilities }: SbomDifference): boolean {
  const lists = [
    added,
    removed,
    versions,
    licenses,
    vulnerabilities.added,
    vulnerabilities.removed,
    vulnerabilities.decided,
  ];
  return lists.every((list) => list.length === 0);
}

/** The licenses of each version of each component. */
type Versions = Map<string, Set<string>>;

function componentsOf({ components }: CheckedDocument): Map<string, Versions> {
  const all = new Map<string, Versions>();
  for (const one of components) {
    const name = nameOf(one);
    const versions: Versions = all.get(name) ?? new Map();
    all.set(name, versions);
    const licenses = versions.get(one.version) ?? new Set();
    versions.set(one.version, licenses);
    for (const text of licensesOf(one)) licenses.add(text);
  }
  return all;
}

/** A document that states nothing of a license says as much as one that has none. */
function licensesOf({ licenses }: CheckedComponent): string[] {
  const said = licenses.filter(({ text }) => !/^(|NONE|NOASSERTION)$/i.test(text));
  const concluded = said.filter(({ kind }) => kind === 'concluded');
  return (concluded.length > 0 ? concluded : said).map(({ text }) => text);
}

function nameOf({ identifiers, name, key }: CheckedComponent): string {
  const purl = identifiers.find(({ type }) => type === 'purl')?.value;
  const parsed = purl === undefined ? undefined : parsePurl(purl);
  if (parsed !== undefined && 'value' in parsed) {
    const { type, namespace, name: plain } = parsed.value;
    return `pkg:${type}/${namespace === null ? '' : `${namespace}/`}${plain}`;
  }
  const cpe = identifiers
    .find(({ type }) => type === 'cpe')
    ?.value.split(':')
    .slice(0, 5)
    .join(':');
  return cpe ?? (name || key);
}

function only(of: ReadonlyMap<string, Versions>, without: ReadonlyMap<string, Versions>) {
  return [...of]
    .filter(([component]) => !without.has(component))
    .map(([component, versions]) => ({ component, versions: [...versions.keys()].sort() }))
    .sort(byComponent);
}

const byComponent = (a: { component: string }, b: { component: string }): number =>
  a.component < b.component ? -1 : a.component > b.component ? 1 : 0;

/** Nothing if both lists hold the same. */
function changed(component: string, before: string[], after: string[]): ComparedComponent[] {
  const [old, fresh] = [[...before].sort(), [...after].sort()];
  return JSON.stringify(old) === JSON.stringify(fresh) ? [] : [{ component, before: old, after: fresh }];
}

function otherLicenses(component: string, old: Versions = new Map(), fresh: Versions = new Map()): ComparedComponent[] {
  return [...old].flatMap(([version, licenses]) => {
    const now = fresh.get(version);
    const shown = version === '' ? component : `${component}@${version}`;
    return now === undefined ? [] : changed(shown, [...licenses], [...now]);
  });
}

function comparedVulnerabilities(before: CheckedDocument, after: CheckedDocument): SbomDifference['vulnerabilities'] {
  const several = new Set([...severalOf(before), ...severalOf(after)]);
  const [old, fresh] = [vulnerabilitiesOf(before, several), vulnerabilitiesOf(after, several)];
  const without = (of: typeof old, other: typeof old) =>
    [...of].filter(([key]) => !other.has(key)).map(([, one]) => one);
  return {
    added: without(fresh, old),
    removed: without(old, fresh),
    decided: [...fresh].flatMap(([key, { id, component, state }]) => {
      const was = old.get(key);
      return was === undefined || was.state === state ? [] : [{ id, component, before: was.state, after: state }];
    }),
  };
}

/** Components that a document has in several versions: what is said of one version is not said of the others. */
function severalOf(document: CheckedDocument): string[] {
  return [...componentsOf(document)].flatMap(([name, versions]) => (versions.size > 1 ? [name] : []));
}

function vulnerabilitiesOf({ components, vulnerabilities }: CheckedDocument, several: ReadonlySet<string>) {
  const names = new Map(
    components.map((one) => {
      const name = nameOf(one);
      return [one.key, several.has(name) ? `${name}@${one.version}` : name];
    }),
  );
  const all = vulnerabilities.map((one) => ({ ...one, component: names.get(one.component) ?? one.component }));
  return new Map(
    all.map((one) => [JSON.stringify([one.id, one.component]), one]).sort() as [string, (typeof all)[number]][],
  );
}
