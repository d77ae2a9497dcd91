// The difference of two sides: components, versions, licenses, vulnerabilities and what was decided about them. Components are compared by what names
// them without their version, so that documents may be of different standards and tools. What a side does not state is never taken for gone.
import { parsePurl } from '../purl/purl.ts';
import { compareVersions } from '../versions/index.ts';
import { type Compared, type ComparedFinding, nameOfCompared } from './compared.ts';
import { compareEdges, type EdgeDifference, type EdgeEnd, PRODUCT_NAME } from './compared-edges.ts';
import { compareFiles, type FileDifference } from './compared-files.ts';
import { compareServices, nameOfService, type ServiceDifference } from './compared-services.ts';

interface Changed {
  /** Name of the component for people: its package URL without version, else its name; with the version if only that is meant. */
  component: string;
  before: string[];
  after: string[];
}

interface DifferingVulnerability {
  id: string;
  component: string;
  state: string;
  /** The component came or went, has another version, or has the same one and another match. */
  why: 'component' | 'version' | 'match';
}

export interface SbomDifference {
  added: { component: string; versions: string[] }[];
  removed: { component: string; versions: string[] }[];
  /** Components that both have, with other versions. `up`: every new version is later, by the order of its ecosystem. */
  versions: (Changed & { direction: 'up' | 'down' | 'other' })[];
  /** `effective`: the concluded license, else the declared one. `declared`: only where both sides declare one beside a conclusion, and it
   * changed otherwise than that. */
  licenses: (Changed & { kind: 'effective' | 'declared' })[];
  vulnerabilities: {
    added: DifferingVulnerability[];
    removed: DifferingVulnerability[];
    /** The same vulnerability, decided otherwise. */
    decided: { id: string; component: string; before: string; after: string }[];
    /** One side has it; whether the other one (`missingIn`) has it, nobody looked. */
    notCompared: { id: string; component: string; state: string; missingIn: 'before' | 'after' }[];
  };
  /** The review of the same component; only if both sides have reviews. `why`: the ground of the later one. */
  decisions: (Changed & { why: string })[];
  /** Another version has the review of the former one; no difference, but told beside that of the versions. */
  carried: (Changed & { why: string })[];
  /** What the licenses of the same component ask for; only if both sides know. */
  obligations: Changed[];
  /** The holders that one side has alone; only if both sides know holders. */
  holders: Changed[];
  /** Only if both sides have files. */
  files: FileDifference[];
  /** What needs or contains what; only if both sides state any of it. */
  dependencies: { added: EdgeDifference[]; removed: EdgeDifference[] };
  /** Only if both sides have a place for services. */
  services: ServiceDifference[];
}

export function compareSboms(before: Compared, after: Compared): SbomDifference {
  const steps = compareSteps(before, after);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same in steps of some milliseconds, between which a server can do other work. */
export function* compareSteps(before: Compared, after: Compared): Generator<void, SbomDifference> {
  const old = yield* componentsOf(before);
  const fresh = yield* componentsOf(after);
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort(byText);
  const difference: SbomDifference = {
    ...{ added: [], removed: [], versions: [], licenses: [], decisions: [], carried: [], obligations: [], holders: [] },
    ...{ files: [], services: [], dependencies: { added: [], removed: [] } },
    vulnerabilities: { added: [], removed: [], decided: [], notCompared: [] },
  };
  for (const [at, name] of names.entries()) {
    if (at % IN_STEP === 0) yield;
    compareComponent(difference, name, old.get(name), fresh.get(name));
  }
  compareOthers(difference, before, after);
  if (before.files !== undefined && after.files !== undefined)
    difference.files = yield* compareFiles(before.files, after.files);
  if (before.edges !== undefined && after.edges !== undefined)
    difference.dependencies = yield* compareEdges(
      { edges: before.edges, ...endsOf(before, old, fresh) },
      { edges: after.edges, ...endsOf(after, fresh, old) },
    );
  if (before.services !== undefined && after.services !== undefined)
    difference.services = compareServices(before.services, after.services);
  const { added, removed, decided, notCompared } = difference.vulnerabilities;
  for (const list of [added, removed, decided, notCompared]) list.sort(byId);
  return difference;
}

/** What nobody compared is no sameness. */
export function isSame({ vulnerabilities, dependencies, carried: _, ...lists }: SbomDifference): boolean {
  const all = [lists, vulnerabilities, dependencies].flatMap((one): (readonly unknown[])[] => Object.values(one));
  return all.every((list) => list.length === 0);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: { id: string; component: string }, b: { id: string; component: string }): number =>
  byText(a.id, b.id) || byText(a.component, b.component);

/** What is known of one version of a component, of which a side may have several builds. */
interface Version {
  declared: Set<string>;
  concluded: Set<string>;
  decisions: Set<string>;
  obligations: Set<string>;
  holders: Set<string>;
  grounds: Set<string>;
  /** Whether every build of it states obligations and holders. */
  statesDetails: boolean;
  isCompared: boolean;
  findings: Map<string, Set<string>>;
}

const PRODUCT_END: EdgeEnd = { label: '(the product)', name: PRODUCT_NAME, isInBoth: true };

/** The ends of the edges of one side, called as both sides can call them. */
function endsOf({ parts, services = [] }: Compared, own: Components, other: Components) {
  const endAt = (at: number): EdgeEnd | undefined => {
    if (at < 0) return PRODUCT_END;
    const part = parts[at];
    if (part === undefined) {
      const service = services[at - parts.length];
      const name = service === undefined ? '' : `service ${nameOfService(service)}`;
      return service && { label: name, name, isInBoth: true };
    }
    const [name, { version }] = [nameOfCompared(part), part];
    const [mine, its] = [own.get(name)?.versions ?? NONE, other.get(name)?.versions ?? NONE];
    const isOfMany = mine.size > 1 || its.size > 1;
    const isInBoth = its.has(version);
    return { label: isOfMany && isInBoth ? shownAs(name, version) : name, name, isInBoth };
  };
  const names = new Set(services.map((one) => `service ${nameOfService(one)}`));
  const has = (name: string) => name === PRODUCT_NAME || names.has(name) || own.has(name);
  return { endAt, has };
}

const shownAs = (name: string, version: string): string => (version === '' ? name : `${name}@${version}`);

type Components = ReadonlyMap<string, Component>;

interface Component {
  scheme: string;
  versions: Map<string, Version>;
}

const IN_STEP = 200;

function* componentsOf({ parts }: Compared): Generator<void, Map<string, Component>> {
  const all = new Map<string, Component>();
  for (const [at, part] of parts.entries()) {
    if (at % IN_STEP === 0) yield;
    const name = nameOfCompared(part);
    const component = all.get(name) ?? { scheme: schemeOf(part.purl), versions: new Map() };
    all.set(name, component);
    const version = component.versions.get(part.version) ?? emptyVersion();
    component.versions.set(part.version, version);
    if (part.declared !== '') version.declared.add(part.declared);
    if (part.concluded !== '') version.concluded.add(part.concluded);
    if (part.decision !== '') version.decisions.add(part.decision);
    for (const text of part.obligations ?? []) version.obligations.add(text);
    for (const text of part.holders ?? []) version.holders.add(text);
    if (part.ground) version.grounds.add(part.ground);
    version.statesDetails &&= part.holders !== undefined;
    version.isCompared &&= part.isCompared;
    addFindings(version.findings, part.findings);
  }
  return all;
}

function schemeOf(purl: string): string {
  const parsed = purl === '' ? undefined : parsePurl(purl);
  return parsed !== undefined && 'value' in parsed ? parsed.value.type : 'generic';
}

const emptyVersion = (): Version => ({
  ...{ declared: new Set(), concluded: new Set(), decisions: new Set(), isCompared: true, findings: new Map() },
  ...{ obligations: new Set(), holders: new Set(), grounds: new Set(), statesDetails: true },
});

function addFindings(findings: Version['findings'], more: readonly ComparedFinding[]): void {
  for (const { id, state } of more) findings.set(id, (findings.get(id) ?? new Set()).add(state));
}

function compareComponent(difference: SbomDifference, name: string, old?: Component, fresh?: Component): void {
  const [had, has] = [old?.versions ?? NONE, fresh?.versions ?? NONE];
  if (old === undefined) difference.added.push({ component: name, versions: [...has.keys()].sort(byText) });
  else if (fresh === undefined) difference.removed.push({ component: name, versions: [...had.keys()].sort(byText) });
  const [lost, came] = [[...had.keys()].filter((one) => !has.has(one)), [...has.keys()].filter((one) => !had.has(one))];
  const isInBoth = old !== undefined && fresh !== undefined;
  if (isInBoth && lost.length + came.length > 0)
    difference.versions.push({
      component: name,
      before: [...had.keys()].sort(byText),
      after: [...has.keys()].sort(byText),
      direction: directionOf(old.scheme, lost, came),
    });
  const isOfMany = had.size > 1 || has.size > 1;
  const shown = (version: string) => shownAs(name, version);
  for (const [version, was] of [...had].sort(([a], [b]) => byText(a, b))) {
    const is = has.get(version);
    if (is === undefined) continue;
    compareStatements(difference, shown(version), was, is);
    compareFindings(difference, isOfMany ? shown(version) : name, 'match', was, is);
  }
  if (lost.length + came.length === 0) return;
  const [was, is] = [joined(had, lost), joined(has, came)];
  if (lost.length === 1 && came.length === 1) compareStatements(difference, name, was, is, true);
  const subject = isInBoth && isOfMany ? [name, [...lost, ...came].sort(byText).join(', ')].join('@') : name;
  compareFindings(difference, subject, isInBoth ? 'version' : 'component', was, is);
}

const NONE: ReadonlyMap<string, Version> = new Map();

/** Versions that have no partner of the same name are compared together: nobody can tell which became which. */
function joined(versions: ReadonlyMap<string, Version>, names: readonly string[]): Version {
  const whole = emptyVersion();
  for (const name of names) {
    const one = versions.get(name) ?? emptyVersion();
    for (const list of ['declared', 'concluded', 'decisions', 'obligations', 'holders', 'grounds'] as const)
      for (const text of one[list]) whole[list].add(text);
    whole.statesDetails &&= one.statesDetails;
    whole.isCompared &&= one.isCompared;
    for (const [id, states] of one.findings)
      addFindings(
        whole.findings,
        [...states].map((state) => ({ id, state })),
      );
  }
  return whole;
}

function directionOf(scheme: string, before: readonly string[], after: readonly string[]): 'up' | 'down' | 'other' {
  if (before.length === 0 || after.length === 0 || [...before, ...after].includes('')) return 'other';
  const orders = before.flatMap((old) => after.map((fresh) => compareVersions(scheme, old, fresh)));
  if (orders.every((order) => order < 0)) return 'up';
  return orders.every((order) => order > 0) ? 'down' : 'other';
}

/** Licenses and reviews of the same version, or of one that took the place of another. */
function compareStatements(difference: SbomDifference, component: string, was: Version, is: Version, isOther = false) {
  const { licenses, decisions, carried, obligations, holders } = difference;
  const effective = ({ declared, concluded }: Version) => sorted(concluded.size > 0 ? concluded : declared);
  const told = changed(component, effective(was), effective(is));
  for (const one of told) licenses.push({ ...one, kind: 'effective' });
  const isConcluded = was.concluded.size + is.concluded.size > 0;
  if (isConcluded && was.declared.size > 0 && is.declared.size > 0)
    for (const one of changed(component, sorted(was.declared), sorted(is.declared)))
      if (JSON.stringify(told) !== JSON.stringify([one])) licenses.push({ ...one, kind: 'declared' });
  if (was.statesDetails && is.statesDetails) {
    obligations.push(...changed(component, sorted(was.obligations), sorted(is.obligations)));
    const [gone, fresh] = [was.holders.difference(is.holders), is.holders.difference(was.holders)];
    holders.push(...changed(component, sorted(gone), sorted(fresh)));
  }
  if (was.decisions.size === 0 || is.decisions.size === 0) return;
  const why = sorted(is.grounds).join(' ');
  const reviews = changed(component, sorted(was.decisions), sorted(is.decisions));
  decisions.push(...reviews.map((one) => ({ ...one, why })));
  const isReview = is.decisions.size > 1 || !is.decisions.has(UNDECIDED);
  if (isOther && reviews.length === 0 && isReview)
    carried.push({ component, before: sorted(was.decisions), after: sorted(is.decisions), why });
}

/** The review that is none. */
const UNDECIDED = 'Draft';

const sorted = (texts: ReadonlySet<string>): string[] => [...texts].sort(byText);

/** Nothing if both lists hold the same. */
function changed(component: string, before: string[], after: string[]): Changed[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ component, before, after }];
}

function compareFindings(
  { vulnerabilities: { added, removed, decided, notCompared } }: SbomDifference,
  component: string,
  why: DifferingVulnerability['why'],
  was: Pick<Version, 'findings' | 'isCompared'>,
  is: Pick<Version, 'findings' | 'isCompared'>,
): void {
  for (const id of new Set([...was.findings.keys(), ...is.findings.keys()])) {
    const [old, fresh] = [was.findings.get(id), is.findings.get(id)];
    const [before, after] = [statesOf(old), statesOf(fresh)];
    if (old !== undefined && fresh !== undefined) {
      if (undecided(before) !== undecided(after)) decided.push({ id, component, before, after });
    } else if (old !== undefined) {
      if (is.isCompared) removed.push({ id, component, state: before, why });
      else notCompared.push({ id, component, state: before, missingIn: 'after' });
    } else if (was.isCompared) added.push({ id, component, state: after, why });
    else notCompared.push({ id, component, state: after, missingIn: 'before' });
  }
}

const statesOf = (states: ReadonlySet<string> = new Set()): string => sorted(states).join(', ');

/** Documents with analyses say `in_triage` of what nobody has decided. */
const undecided = (state: string): string => (state === 'in_triage' ? '' : state);

/** What is said of the product itself, or of something that the documents do not list. */
function compareOthers(difference: SbomDifference, before: Compared, after: Compared): void {
  const ofEach = ({ others }: Compared) => Map.groupBy(others, ({ component }) => component);
  const [old, fresh] = [ofEach(before), ofEach(after)];
  for (const component of new Set([...old.keys(), ...fresh.keys()])) {
    const side = (of: typeof old, { statesVulnerabilities }: Compared) => {
      const findings: Version['findings'] = new Map();
      addFindings(findings, of.get(component) ?? []);
      return { findings, isCompared: statesVulnerabilities };
    };
    compareFindings(difference, component, 'match', side(old, before), side(fresh, after));
  }
}
