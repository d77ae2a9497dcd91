// Finds which dependency to raise for the vulnerable items of a project. The inventory gives the graph, the lockfiles give the ranges, and
// earlier answers of registries give the versions. Asks a registry only on demand.

import {
  candidateNames,
  countedAnswers,
  matchPackage,
  type PackageSubject,
  subjectOf,
} from '@assay/scanner/advisories';
import { KnownUniverse, RESOLVERS, type ResolvedGraph } from '@assay/scanner/resolve';
import { type CandidateRow, listCandidates } from '../db/advisories/matches.ts';
import {
  type GraphItemRow,
  listCounted,
  listDependencyLinks,
  listGraphItems,
  listVulnerabilityNames,
} from '../db/advisories/remedies.ts';
import { listPackageFiles } from '../db/files/facts.ts';
import { listLookups, type RegistrySettings } from '../db/registries.ts';
import type { Lookup } from '../domain/derivation/registries.ts';
import { plainTypes, purlOf, type ResolvedType } from '../domain/derivation/resolution-roots.ts';
import { addToUniverse, unfetchedVersions } from '../domain/derivation/resolved-dependencies.ts';
import { componentPurlOf } from '../domain/inventories/inventory.ts';
import {
  type DirectVersions,
  type Remedy,
  type RemedyPackage,
  type RemedyQuestion,
  remedyOf,
  type Trial,
} from '../domain/vulnerabilities/remedies.ts';
import { type LookUpApp, lookUp } from '../registries/look-up.ts';
import { enabledRegistries } from '../registries/settings.ts';

export interface ItemRemedy extends Remedy {
  of: RemedyPackage;
}

/** Limits of one resolution: rounds of requests to registries, and packages in the graph. */
const MOST_ROUNDS = 60;
const MOST_PACKAGES = 5000;

export async function remediesOf(
  app: LookUpApp,
  projectId: number,
  itemIds: readonly number[],
  { queriesRegistries }: { queriesRegistries: boolean },
): Promise<ItemRemedy[]> {
  const counted = await listCounted(app.db, itemIds);
  const graph = await readGraph(app, projectId);
  const knowledge = new Knowledge(app, queriesRegistries ? await enabledRegistries(app) : []);
  const remedies: ItemRemedy[] = [];
  for (const itemId of itemIds) {
    const subject = graph.packages.get(itemId);
    const found = counted.get(itemId);
    if (subject === undefined || found === undefined) continue;
    const question = await questionOf(subject, found, graph, knowledge);
    remedies.push({ of: subject, ...(await remedyOf(question, sourcesFor(subject, knowledge))) });
  }
  return remedies;
}

function sourcesFor(subject: RemedyPackage, knowledge: Knowledge) {
  return {
    versionsOf: (direct: RemedyPackage) => knowledge.directVersions(direct),
    trial: (direct: RemedyPackage, version: string) => knowledge.trial(direct, version, subject),
    vulnerabilitiesOf: async (direct: RemedyPackage, version: string) =>
      (await knowledge.vulnerabilitiesOf(direct))(version),
  };
}

interface Graph {
  packages: Map<number, RemedyPackage>;
  parents: Map<number, number[]>;
  /** Keyed by the package URLs of parent and child, without versions. */
  ranges: Map<string, string>;
  /** Items that are dependencies. Packages of the code base itself are left out. */
  dependencies: Set<number>;
}

async function readGraph({ db }: LookUpApp, projectId: number): Promise<Graph> {
  const items = await listGraphItems(db, projectId);
  const packages = new Map(items.flatMap((row) => packageOf(row)));
  const parents = new Map<number, number[]>();
  for (const { parent, child } of await listDependencyLinks(db, projectId))
    parents.set(child, [...(parents.get(child) ?? []), parent]);
  const ranges = new Map<string, string>();
  for (const { packages: findings } of await listPackageFiles(db, projectId))
    for (const { purl, dependencies } of findings)
      for (const { purl: child, requirement } of dependencies)
        if (requirement !== '') ranges.set(`${purl} ${componentPurlOf(child)}`, requirement);
  const dependencies = new Set(
    items.filter(({ level }) => level === 'Direct' || level === 'Transitive').map(({ id }) => id),
  );
  return { packages, parents, ranges, dependencies };
}

function packageOf({ id, name: itemName, purl, level, like }: GraphItemRow): [number, RemedyPackage][] {
  const subject = subjectOf(purl);
  if ('problem' in subject) return [];
  const { type, name, version } = subject;
  return [[id, { itemId: id, itemName, purl, type, name, version, isDirect: level === 'Direct', like: like ?? [] }]];
}

async function questionOf(
  subject: RemedyPackage,
  found: readonly { name: string; fixedIn: string[] }[],
  graph: Graph,
  knowledge: Knowledge,
): Promise<RemedyQuestion> {
  const lookup = await knowledge.lookupOf(subject.purl);
  const versions =
    lookup && lookup.facts.versions.length > 0
      ? { list: usableVersions(lookup), proof: 'registry' as const, source: sourceOf(lookup) }
      : { list: found.flatMap(({ fixedIn }) => fixedIn), proof: 'advisory' as const, source: 'the advisory' };
  const dependents = (graph.parents.get(subject.itemId) ?? []).flatMap((id) => {
    const of = graph.packages.get(id);
    return of === undefined || !graph.dependencies.has(id) ? [] : [of];
  });
  const ranges: RemedyQuestion['dependents'] = await Promise.all(
    dependents.map(async (of) => ({
      of,
      range: graph.ranges.get(`${of.purl} ${componentPurlOf(subject.purl)}`) ?? (await knowledge.rangeOf(of, subject)),
    })),
  );
  return {
    subject: lookup ? subject : await knowledge.asRecordsName(subject),
    counted: [...new Set(found.map(({ name }) => name))].sort(),
    vulnerabilitiesOf: await knowledge.vulnerabilitiesOf(subject),
    versions,
    dependents: ranges,
    directsOf: (itemId) => directsOf(itemId, graph),
  };
}

/** The direct dependencies that lead to an item, and the item itself if it is direct. A direct item may have others above it, which install their own copy. */
function directsOf(itemId: number, { packages, parents, dependencies }: Graph): RemedyPackage[] {
  const seen = new Set([itemId]);
  for (const id of seen) for (const parent of parents.get(id) ?? []) if (dependencies.has(parent)) seen.add(parent);
  return [...seen].flatMap((id) => {
    const one = packages.get(id);
    return one?.isDirect ? [one] : [];
  });
}

function usableVersions({ facts }: Lookup): string[] {
  return facts.versions.filter(({ isWithdrawn }) => !isWithdrawn).map(({ version }) => version);
}

function sourceOf({ host, askedAt }: Lookup): string {
  return `${host} on ${askedAt.toISOString().slice(0, 10)}`;
}

/** Known facts of packages, read once for all items. */
class Knowledge {
  readonly #app: LookUpApp;
  readonly #registries: readonly RegistrySettings[];
  readonly #lookups = new Map<string, Lookup | undefined>();
  readonly #universes = new Map<ResolvedType, KnownUniverse>();
  readonly #tests = new Map<string, (version: string) => string[]>();
  readonly #resolved = new Map<string, Resolved>();
  readonly #wanted = new Set<string>();

  constructor(app: LookUpApp, registries: readonly RegistrySettings[]) {
    this.#app = app;
    this.#registries = registries;
  }

  async lookupOf(purl: string): Promise<Lookup | undefined> {
    const bare = componentPurlOf(purl);
    await this.#fetch(new Map([[bare, new Set<string>()]]));
    const lookup = this.#lookups.get(bare);
    return lookup?.outcome === 'FOUND' ? lookup : undefined;
  }

  /** The range by which a version of a package depends on another one, as a registry states it. */
  async rangeOf(dependent: RemedyPackage, child: RemedyPackage): Promise<string | undefined> {
    const lookup = await this.lookupOf(dependent.purl);
    const version = lookup?.facts.versions.find((one) => one.version === dependent.version);
    return version?.requirements.find(({ name }) => name === child.name)?.range;
  }

  async directVersions(direct: RemedyPackage): Promise<DirectVersions> {
    const type = plainTypes.find((known) => known === direct.type);
    if (type === undefined)
      return {
        list: [],
        source: '',
        problem: `what other versions of ${direct.name} ask for is not resolved for ${direct.type}`,
      };
    const lookup = await this.lookupOf(direct.purl);
    if (lookup === undefined)
      return { list: [], source: '', problem: `no registry has listed the versions of ${direct.name}` };
    return { list: usableVersions(lookup), source: sourceOf(lookup), problem: '' };
  }

  /** Resolves one version of a direct dependency alone: which packages it installs. */
  async trial(direct: RemedyPackage, version: string, subject: RemedyPackage): Promise<Trial> {
    const type = direct.type as ResolvedType;
    const key = `${type} ${direct.name} ${version}`;
    const resolved = this.#resolved.get(key) ?? (await this.#resolve(type, direct.name, version));
    this.#resolved.set(key, resolved);
    return { versions: resolved.versions.get(subject.name) ?? [], whyUnknown: resolved.whyUnknown };
  }

  async #resolve(type: ResolvedType, name: string, version: string): Promise<Resolved> {
    const universe = this.#universes.get(type) ?? new KnownUniverse();
    this.#universes.set(type, universe);
    // Resolving blocks the thread, so let requests pass between two resolutions.
    await new Promise((resolve) => setImmediate(resolve));
    await this.#know(type, universe, new Map([[purlOf(type, name) ?? '', new Set([version])]]));
    for (let round = 0; ; round++) {
      universe.missing.clear();
      const graph = RESOLVERS.get(type)?.(universe, name, version) as ResolvedGraph;
      const known = this.#known();
      const unfetched = unfetchedVersions(type, graph, known);
      const isOver = round === MOST_ROUNDS || known.size > MOST_PACKAGES;
      const due = isOver ? new Map<string, Set<string>>() : this.#due(type, universe.missing, unfetched);
      if (due.size === 0) return resolvedOf(type, graph, [...universe.missing, ...unfetched.keys()]);
      await this.#know(type, universe, due);
    }
  }

  #known(): Map<string, Lookup> {
    return new Map([...this.#lookups].flatMap(([purl, one]) => (one === undefined ? [] : [[purl, one] as const])));
  }

  /** Packages that may still be asked for. Each is asked for once. */
  #due(
    type: ResolvedType,
    missing: ReadonlySet<string>,
    unfetched: ReadonlyMap<string, readonly string[]>,
  ): Map<string, Set<string>> {
    const due = new Map<string, Set<string>>();
    const want = (purl: string | undefined, version: string) => {
      const key = `${purl} ${version}`;
      if (purl === undefined || this.#wanted.has(key)) return;
      this.#wanted.add(key);
      due.set(purl, (due.get(purl) ?? new Set()).add(version));
    };
    for (const name of missing) want(purlOf(type, name), '');
    if (this.#registries.length > 0)
      for (const [purl, versions] of unfetched) for (const version of versions) want(purl, version);
    return due;
  }

  /** Reads packages from the database, or asks registries for them, and adds them to the universe. */
  async #know(
    type: ResolvedType,
    universe: KnownUniverse,
    due: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<void> {
    await this.#fetch(due);
    for (const purl of due.keys()) {
      const lookup = this.#lookups.get(purl);
      if (lookup !== undefined) addToUniverse(universe, type, lookup);
    }
  }

  async #fetch(due: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const fetchesVersions = this.#registries.length > 0;
    const unread = [...due].filter(
      ([purl, versions]) => !this.#lookups.has(purl) || (fetchesVersions && [...versions].some((one) => one !== '')),
    );
    if (unread.length === 0) return;
    if (this.#registries.length > 0) await lookUp(this.#app, this.#registries, await this.#withFetched(unread));
    const purls = unread.map(([purl]) => purl);
    const found = await listLookups(this.#app.db, purls);
    for (const purl of purls) this.#lookups.set(purl, found.get(purl));
  }

  /** A new answer replaces the old one. So ask again for the versions that the old one held. */
  async #withFetched(due: readonly (readonly [string, ReadonlySet<string>])[]): Promise<Map<string, Set<string>>> {
    const before = await listLookups(
      this.#app.db,
      due.map(([purl]) => purl),
    );
    return new Map(
      due.map(([purl, versions]) => {
        const fetched = before.get(purl)?.facts.versions.filter(({ license }) => license !== null) ?? [];
        return [
          purl,
          new Set([...versions, ...(fetchesEachVersion(purl) ? fetched.map(({ version }) => version) : [])]),
        ];
      }),
    );
  }

  /** As in matching. An undetermined vulnerability counts as present. */
  async vulnerabilitiesOf(of: RemedyPackage): Promise<(version: string) => string[]> {
    const known = this.#tests.get(of.purl);
    if (known !== undefined) return known;
    const candidates = await this.#candidatesOf(of);
    const names = await listVulnerabilityNames(this.#app.db, [
      ...new Set(candidates.map((one) => one.vulnerabilityId)),
    ]);
    const memory = new Map<string, string[]>();
    const test = (version: string) => {
      const before = memory.get(version);
      if (before !== undefined) return before;
      const found = vulnerabilitiesOfVersion(of, version, candidates, names);
      memory.set(version, found);
      return found;
    };
    this.#tests.set(of.purl, test);
    return test;
  }

  /** If only its source package has records, the fixed versions are versions of the source package, which may have other numbers. */
  async asRecordsName(of: RemedyPackage): Promise<RemedyPackage> {
    const { source } = subjectIn(of) ?? {};
    if (source === undefined || source.version === of.version) return of;
    const names = new Set((await this.#candidatesOf(of)).map(({ name }) => name));
    return names.has(of.name) || !names.has(source.name) ? of : { ...of, ...source };
  }

  /** Records that name the package, its source package, its product or the package that it is made of. */
  async #candidatesOf(of: RemedyPackage): Promise<CandidateRow[]> {
    const subject = subjectIn(of);
    return subject === undefined ? [] : listCandidates(this.#app.db, candidateNames(subject));
  }
}

function subjectIn({ purl, like }: RemedyPackage): PackageSubject | undefined {
  const subject = subjectOf(purl, { like });
  return 'problem' in subject ? undefined : subject;
}

/** PyPI returns the dependencies of one version at a time. */
const fetchesEachVersion = (purl: string) => purl.startsWith('pkg:pypi/');

/** The package in another version: its source package then has the same one, because a distribution builds both together. */
function inVersion({ purl, like }: RemedyPackage, version: string): PackageSubject | undefined {
  const qualifiers = /\?[^#]*/.exec(purl)?.[0] ?? '';
  const found = subjectOf(`${componentPurlOf(purl)}@${encodeURIComponent(version)}${qualifiers}`, { like });
  if ('problem' in found) return undefined;
  return found.source === undefined ? found : { ...found, source: { ...found.source, version } };
}

function vulnerabilitiesOfVersion(
  of: RemedyPackage,
  version: string,
  candidates: readonly CandidateRow[],
  names: ReadonlyMap<number, string>,
): string[] {
  const subject = inVersion(of, version);
  if (subject === undefined) return [...names.values()];
  const answered = candidates.map((one) => ({ ...one, answer: matchPackage(subject, one.affected) }));
  return [...Map.groupBy(answered, ({ vulnerabilityId }) => vulnerabilityId)].flatMap(([id, all]) => {
    const isThere = countedAnswers(all).some(({ answer }) => answer.outcome !== 'not-affected');
    const name = names.get(id);
    return isThere && name !== undefined ? [name] : [];
  });
}

interface Resolved {
  /** Keyed by name, in the form that matching compares. */
  versions: Map<string, string[]>;
  whyUnknown: string;
}

function resolvedOf(type: ResolvedType, graph: ResolvedGraph, unfetched: readonly string[]): Resolved {
  const versions = new Map<string, string[]>();
  for (const { name, version } of graph.nodes) {
    const subject = subjectOf(purlOf(type, name, version) ?? '');
    if ('problem' in subject) continue;
    versions.set(subject.name, [...(versions.get(subject.name) ?? []), version]);
  }
  const problems = [
    ...graph.problems,
    ...graph.nodes.flatMap(({ unresolved }) => unresolved.map(({ problem }) => problem)),
  ];
  return { versions, whyUnknown: whyUnknown(unfetched, problems) };
}

function whyUnknown(unfetched: readonly string[], problems: readonly string[]): string {
  if (unfetched.length > 0)
    return `no registry has said what ${unfetched.slice(0, 3).join(', ')}${unfetched.length > 3 ? ` and ${unfetched.length - 3} more` : ''} need`;
  return problems[0] ?? '';
}
