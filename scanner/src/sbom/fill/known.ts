// What other documents say of the components of an SBOM: for each field the value that all of them agree on, and which of them says so.
import type { SbomEdge, SbomPart } from '../read/model.ts';

/** A value, and the name of the source that says it. */
export interface SourcedValue<Value> {
  value: Value;
  source: string;
}

interface KnownFacts {
  purl?: SourcedValue<string>;
  declared?: SourcedValue<string>;
  concluded?: SourcedValue<string>;
  supplier?: SourcedValue<string>;
  copyright?: SourcedValue<string>;
  /** Algorithms in the words of CycloneDX. */
  hashes?: SourcedValue<{ algorithm: string; value: string }[]>;
}

/** How a component of the document is called. */
interface Wanted {
  purl: string;
  group: string;
  name: string;
  version: string;
}

export interface ComponentKnowledge {
  of(wanted: Wanted): KnownFacts;
  /** Package URLs of what a package needs directly. */
  dependenciesOf(purl: string): SourcedValue<string[]> | undefined;
}

/** What a source says of one component. */
export type KnownPart = Pick<SbomPart, 'ref' | 'purl' | 'group' | 'name' | 'version' | 'declared' | 'concluded'> &
  Pick<SbomPart, 'supplier' | 'copyright' | 'hashes'>;

export interface FillSource {
  /** For people. */
  name: string;
  /** Of something else than the document's own product: it is asked only for what no nearer source states. */
  isFar?: boolean;
  parts: readonly KnownPart[];
  /** By the references of the parts. */
  edges?: readonly SbomEdge[];
}

/** Finds what the sources say of a component: by its package URL or, without one, by its name and version if these name one package. */
export function knowledgeOf(sources: readonly FillSource[]): ComponentKnowledge {
  const byPurl = new Map<string, Said[]>();
  const byName = new Map<string, Said[]>();
  for (const { name: source, parts, isFar = false } of sources)
    for (const part of parts) {
      if (part.purl !== '') add(byPurl, part.purl, { source, isFar, part });
      if (part.version !== '') add(byName, nameKey(part), { source, isFar, part });
    }
  const of = (wanted: Wanted): KnownFacts => {
    if (wanted.purl !== '') return agreed(byPurl.get(wanted.purl) ?? []);
    const found = byName.get(nameKey(wanted)) ?? [];
    // Packages of two ecosystems may share name and version.
    return new Set(found.map(({ part }) => part.purl)).size > 1 ? {} : agreed(found);
  };
  const needs = sources.map((source) => ({ source: source.name, byPurl: needsIn(source) }));
  return { of, dependenciesOf: (purl) => agreedNeeds(needs, purl) };
}

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** Package URLs of what each package needs directly, as one source says. */
function needsIn({ parts, edges = [] }: FillSource): Needs {
  const purls = new Map(parts.flatMap(({ ref, purl }) => (ref === '' || purl === '' ? [] : [[ref, purl]])));
  const needs = new Map<string, Set<string>>();
  for (const { from, to, kind } of edges) {
    const [one, other] = [purls.get(from), purls.get(to)];
    if (kind !== 'depends' || one === undefined || other === undefined) continue;
    const known = needs.get(one) ?? new Set();
    needs.set(one, known.add(other));
  }
  return needs;
}

/** Of sources that say anything of it, all must say the same. */
function agreedNeeds(
  all: readonly { source: string; byPurl: Needs }[],
  purl: string,
): SourcedValue<string[]> | undefined {
  const stated = all.flatMap(({ source, byPurl }) => {
    const needs = byPurl.get(purl);
    return needs === undefined ? [] : [{ value: [...needs].sort(), source }];
  });
  return new Set(stated.map(({ value }) => JSON.stringify(value))).size === 1 ? stated[0] : undefined;
}

interface Said {
  source: string;
  isFar: boolean;
  part: KnownPart;
}

function add(map: Map<string, Said[]>, key: string, one: Said): void {
  const list = map.get(key);
  if (list) list.push(one);
  else map.set(key, [one]);
}

/** A document may have the namespace in the name. */
const nameKey = ({ group, name, version }: Pick<SbomPart, 'group' | 'name' | 'version'>) =>
  `${[group, name].filter((one) => one !== '').join('/')}\n${version}`;

const ALGORITHMS: ReadonlyMap<string, string> = new Map(
  ['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'].map((name) => [name.replace('-', ''), name]),
);

function agreed(said: readonly Said[]): KnownFacts {
  const field = <Value>(read: (part: KnownPart) => Value | undefined): SourcedValue<Value> | undefined => {
    const all = said.flatMap(({ source, isFar, part }) => {
      const value = read(part);
      return value === undefined ? [] : [{ value, source, isFar }];
    });
    const near = all.filter(({ isFar }) => !isFar);
    const stated = near.length > 0 ? near : all;
    // Where sources disagree, a person must choose.
    return new Set(stated.map(({ value }) => JSON.stringify(value))).size === 1 ? stated[0] : undefined;
  };
  const text = (member: 'purl' | 'declared' | 'concluded' | 'supplier' | 'copyright') =>
    field((part) => part[member] || undefined);
  const facts = {
    purl: text('purl'),
    declared: text('declared'),
    concluded: text('concluded'),
    supplier: text('supplier'),
    copyright: text('copyright'),
    hashes: field(hashesOf),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function hashesOf({ hashes }: KnownPart): { algorithm: string; value: string }[] | undefined {
  const known = hashes.flatMap(({ algorithm, value }) => {
    const name = ALGORITHMS.get(algorithm.toUpperCase().replaceAll('-', ''));
    return name === undefined || !/^[0-9a-f]{32,128}$/i.test(value)
      ? []
      : [{ algorithm: name, value: value.toLowerCase() }];
  });
  return known.length === 0 ? undefined : known.sort((a, b) => (a.algorithm < b.algorithm ? -1 : 1));
}
