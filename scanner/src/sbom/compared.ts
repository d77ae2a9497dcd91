// What two sides of a comparison are, whatever they come from: a document, an inventory, an inventory of the past. Plain values.
import { readExpression } from '../expressions/index.ts';
import { parsePurl } from '../purl/purl.ts';
import { nameOfService } from './compared-services.ts';
import type { ReadSbom, SbomService } from './read/model.ts';

export interface ComparedFinding {
  /** Name of the vulnerability. */
  id: string;
  /** The analysis in the words of CycloneDX, `undetermined` before it if nobody can tell whether the version is affected; '' if nobody analysed it. */
  state: string;
}

export interface ComparedPart {
  purl: string;
  cpe: string;
  name: string;
  /** '' if unknown. */
  version: string;
  /** License expressions; '' if none is stated. */
  declared: string;
  concluded: string;
  /** Status of the review; '' if the side has no reviews. */
  decision: string;
  /** Whether its vulnerabilities were looked for; if not, a missing one is not gone. */
  isCompared: boolean;
  findings: readonly ComparedFinding[];
  /** What its licenses ask for, and who holds rights in it, for sides that know; a difference only if both sides do. */
  obligations?: readonly string[];
  holders?: readonly string[];
  /** Why it has this review, as a sentence. */
  ground?: string;
}

/** Places among the parts, and after them among the services, of what needs and what is needed; -1 is the product itself. */
export type ComparedEdge = readonly [from: number, to: number];

const PRODUCT = -1;

export interface Compared {
  parts: readonly ComparedPart[];
  /** Findings of something that is no part, such as the product itself. */
  others: readonly (ComparedFinding & { component: string })[];
  /** False for a document that says nothing of vulnerabilities: perhaps nobody looked for them. */
  statesVulnerabilities: boolean;
  /** Digests by path, of a side with code; a difference only if both sides have them. */
  files?: ReadonlyMap<string, string>;
  /** What needs or contains what; absent if the side states nothing of it, and a difference only if both sides do. */
  edges?: readonly ComparedEdge[];
  /** Absent on a side that has no place for services. */
  services?: readonly SbomService[];
}

/** What names a component, whatever its version: its package URL, else its CPE, else its name. */
export function nameOfCompared({ purl, cpe, name }: Pick<ComparedPart, 'purl' | 'cpe' | 'name'>): string {
  const parsed = purl === '' ? undefined : parsePurl(purl);
  if (parsed !== undefined && 'value' in parsed) {
    const { type, namespace, name: plain } = parsed.value;
    return `pkg:${type}/${namespace === null ? '' : `${namespace}/`}${plain}`;
  }
  return cpe === '' ? name : cpe.split(':').slice(0, 5).join(':');
}

type ReadForComparison = Pick<ReadSbom, 'format' | 'parts' | 'findings' | 'statesVulnerabilities' | 'subject'> &
  Pick<ReadSbom, 'edges' | 'services'>;

/** The documents of one file together. What a document is about is no part of it, and files are none. */
export function comparedSboms(sboms: readonly ReadForComparison[]): Compared {
  const all = sboms.map(comparedSbom);
  const services = all.flatMap((one) => one.services ?? []);
  const statesServices = all.some((one) => one.services !== undefined);
  const edges = joinedEdges(all);
  return {
    parts: all.flatMap(({ parts }) => parts),
    others: all.flatMap(({ others }) => others),
    statesVulnerabilities: all.some(({ statesVulnerabilities }) => statesVulnerabilities),
    ...(statesServices && { services }),
    ...(edges.length > 0 && { edges }),
  };
}

/** Each document counts its own parts and services from 0. */
function joinedEdges(all: readonly Compared[]): ComparedEdge[] {
  const joined: ComparedEdge[] = [];
  let parts = 0;
  let services = all.reduce((sum, one) => sum + one.parts.length, 0);
  for (const { parts: own, services: more = [], edges = [] } of all) {
    const at = (end: number) => (end < 0 ? end : end < own.length ? parts + end : services + end - own.length);
    for (const [from, to] of edges) joined.push([at(from), at(to)]);
    parts += own.length;
    services += more.length;
  }
  return joined;
}

function comparedSbom(sbom: ReadForComparison): Compared {
  const { parts, findings, statesVulnerabilities, subject, services } = sbom;
  const subjects = subjectRefsOf(parts, subject);
  const listed = parts.filter(({ ref, kind }) => kind !== 'file' && !(ref !== '' && subjects.has(ref)));
  const refs = new Map(listed.flatMap((part, at) => (part.ref === '' ? [] : [[part.ref, at]])));
  const serviceAt = new Map(services.flatMap(({ ref }, at) => (ref === '' ? [] : [[ref, at]])));
  const ofPart = new Map<number, ComparedFinding[]>();
  const others: Compared['others'][number][] = [];
  for (const { id, state, refs: affected } of findings)
    for (const ref of affected.length === 0 ? [''] : affected) {
      const at = refs.get(ref) ?? refs.get(ref.slice(ref.lastIndexOf('#') + 1));
      const service = services[serviceAt.get(ref) ?? -1];
      const named = service === undefined ? ref : nameOfService(service);
      if (at === undefined) others.push({ id, state, component: subject.refs.includes(ref) ? subject.name : named });
      else addTo(ofPart, at, { id, state });
    }
  return {
    parts: listed.map((part, at) => ({
      ...{ purl: part.purl, cpe: part.cpes[0] ?? '', version: part.version, decision: '' },
      name: [part.group, part.name].filter((one) => one !== '').join('/') || part.place,
      ...{ declared: stated(part.declared), concluded: stated(part.concluded) },
      isCompared: statesVulnerabilities && !part.isNotCompared,
      findings: ofPart.get(at) ?? [],
    })),
    others,
    statesVulnerabilities,
    ...(HAS_SERVICES.has(sbom.format) && { services }),
    edges: edgesOf(sbom, listed, (ref) => {
      if (subject.refs.includes(ref)) return PRODUCT;
      const service = serviceAt.get(ref);
      return refs.get(ref) ?? (service === undefined ? undefined : listed.length + service);
    }),
  };
}

/** Formats with a place for services: a document without any says that it has none. */
const HAS_SERVICES: ReadonlySet<string> = new Set(['CycloneDX']);

/** As an import has them: also what contains another part, or has it nested inside. */
function edgesOf(
  { edges }: ReadForComparison,
  listed: ReadSbom['parts'],
  placeOf: (ref: string) => number | undefined,
): ComparedEdge[] {
  const found: ComparedEdge[] = [];
  for (const { from, to } of edges) {
    const [start, end] = [placeOf(from), placeOf(to)];
    if (start !== undefined && end !== undefined) found.push([start, end]);
  }
  if (listed.every(({ inside }) => inside === '')) return found;
  const atPlace = new Map(listed.map(({ place }, at) => [place, at]));
  for (const [at, { inside }] of listed.entries()) {
    const around = atPlace.get(inside);
    if (around !== undefined) found.push([around, at]);
  }
  return found;
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** References to what a document is about. Some documents say that they are about each of their packages, which are its parts all the same. */
export const subjectRefsOf = (parts: readonly { ref: string }[], { refs }: { refs: string[] }): ReadonlySet<string> =>
  new Set(refs.length === 1 || parts.some(({ ref }) => !refs.includes(ref)) ? refs : []);

/** A document that states nothing of a license says as much as one that has none. */
export const stated = (license: string): string =>
  /^(?:NONE|NOASSERTION)$/i.test(license) ? '' : readExpression(license).canonical;
