// Turns the SBOMs of a sent file into data for an import, and keeps what became of each element for the receipt.
import { statedSources } from '@assay/scanner/advisories';
import type { Issues } from '@assay/scanner/member-reader';
import type { SbomAnalysis, SbomPart } from '@assay/scanner/sbom-read';
import { componentPurlOf } from '../../domain/inventories/inventory.ts';
import { SBOM_IDENTITY, seriesBeside, seriesOf, whyLeftOut } from '../../domain/vulnerabilities/sbom.ts';
import { giveWay } from '../../turns.ts';
import type { IncomingData } from '../document.ts';
import type { ForeignAnalysis } from '../foreign/model.ts';
import type { IncomingItem, IncomingRelation } from '../incoming.ts';
import { licenseOfPart, type NamedPart, nameOfPart, sbomItemOf } from './parts.ts';
import type { SbomHead, SentSbomData } from './read.ts';

export interface TakenElement {
  part: SbomPart;
  named: NamedPart;
  /** Of the component without its version. */
  key: string;
  /** Why it is no item; '' if it is one. */
  why: string;
  /** Place, with the document, of the element whose item it shares; its own if it is the first. */
  as: string;
}

export interface TakenSbom {
  head: SbomHead;
  series: string;
  elements: TakenElement[];
}

export interface SbomImport extends IncomingData {
  sboms: TakenSbom[];
  leftOut: SentSbomData['leftOut'];
  issuesOf(sbom: number): SentSbomData['issues'];
}

/** `deleted`: identities of items that people deleted. */
export async function sbomImport(
  sent: SentSbomData,
  fileName: string,
  deleted: ReadonlyMap<string, string>,
  issues: Issues,
): Promise<SbomImport> {
  const items: IncomingItem[] = [];
  const analyses: ForeignAnalysis[] = [];
  const sboms: TakenSbom[] = [];
  const relations = new RelationList();
  const parts = Map.groupBy(sent.parts, ({ sbom }) => sbom);
  const series = new Set<string>();
  /** For each document: the items of its elements, by the names that its edges give them. */
  const itemsOfRefs: ReadonlyMap<string, string>[] = [];
  for (const [at, head] of sent.heads.entries()) {
    const taken = await takeSbom(head, parts.get(at) ?? [], {
      at,
      series: seriesIn(head, fileName, series),
      deleted,
      issues,
    });
    sboms.push(taken.sbom);
    for (const item of taken.items) items.push(item);
    itemsOfRefs.push(
      new Map(
        taken.sbom.elements.flatMap(({ part, as, why }) => (why === '' && part.ref !== '' ? [[part.ref, as]] : [])),
      ),
    );
    for (const { part, as, why } of taken.sbom.elements)
      if (why === '' && part.inside !== '') relations.add(taken.byPlace.get(part.inside), as, 'BUNDLED');
    const purls = new Map(taken.sbom.elements.map(({ part, named }) => [part.ref, named.purl]));
    for (const one of sent.analyses) {
      if (one.sbom !== at) continue;
      analyses.push(...analysesOf(one, head, purls));
      tellResponses(one, issues);
    }
  }
  for (const { sbom, from, to, kind } of sent.edges) {
    await giveWay();
    const itemOf = itemsOfRefs[sbom];
    relations.add(itemOf?.get(from), itemOf?.get(to), kind === 'contains' ? 'BUNDLED' : 'DEPENDENCY');
  }
  const source = sboms
    .map(({ head }) => titleOf(head))
    .join(', ')
    .slice(0, 500);
  return {
    sboms,
    leftOut: sent.leftOut,
    issuesOf: (sbom) => sent.issues.filter((one) => one.sbom === sbom),
    facts: async () => ({
      ...{
        project: '',
        exportedOn: '',
        itemCount: items.length,
        settings: {},
        tasks: new Map(),
        statements: [],
        removed: [],
      },
      ...{ historyCount: 0, otherDecisions: new Map(), relations: relations.all, analyses, source },
    }),
    items: () => items,
  };
}

/** Relations between different items, each once. */
class RelationList {
  readonly all: IncomingRelation[] = [];
  /** By parent, because one large set would stop everything while it grows. */
  readonly #seen = new Map<string, Set<string>>();

  add(parent: string | undefined, child: string | undefined, type: IncomingRelation['type']): void {
    if (parent === undefined || child === undefined || parent === child) return;
    const ofParent = this.#seen.get(parent) ?? new Set();
    const key = `${type} ${child}`;
    if (ofParent.has(key)) return;
    this.#seen.set(parent, ofParent.add(key));
    this.all.push({ parent, child, type });
  }
}

const titleOf = ({ format, specVersion, subject }: Pick<SbomHead, 'format' | 'specVersion' | 'subject'>): string =>
  `the SBOM (${[format, specVersion].filter(Boolean).join(' ')})${subject.name === '' ? '' : ` of ${[subject.name, subject.version].filter(Boolean).join(' ')}`}`;

function seriesIn(head: SbomHead, fileName: string, taken: Set<string>): string {
  const plain = seriesOf(head.subject, componentPurlOf(head.subject.purl), head.path || fileName);
  const series = taken.has(plain) ? seriesBeside(plain, head.path) : plain;
  taken.add(series);
  return series;
}

interface Context {
  at: number;
  series: string;
  deleted: ReadonlyMap<string, string>;
  issues: Issues;
}

async function takeSbom(head: SbomHead, parts: readonly SbomPart[], { at, series, deleted, issues }: Context) {
  const stated = statedSources(parts);
  const subjects = new Set(head.subject.refs);
  // Some documents say that they are about each of their packages.
  const hasOneSubject = (head.format === 'CycloneDX' || subjects.size === 1) && parts.length > 1;
  const isSubject = ({ ref, purl }: SbomPart) =>
    hasOneSubject && ((ref !== '' && subjects.has(ref)) || (purl !== '' && subjects.has(purl)));
  const title = titleOf(head);
  const first = new Map<string, string>();
  const items: IncomingItem[] = [];
  const elements: TakenElement[] = [];
  const byPlace = new Map<string, string>();
  for (const part of parts) {
    await giveWay();
    const named = nameOfPart(part, issues);
    const identity = `${SBOM_IDENTITY}${series}:${named.purl || `${named.name}@${part.version}`}`;
    const place = `${at} ${part.place}`;
    const deletedBy = deleted.get(identity);
    const why =
      whyLeftOut({
        kind: part.kind,
        name: named.name,
        isIdentified: named.purl !== '' || named.cpe !== '',
        isSubject: isSubject(part),
        isList: part.properties.some(({ name }) => name === 'aquasecurity:trivy:Class'),
      }) ||
      (deletedBy === undefined
        ? ''
        : `${deletedBy} deleted the item that it had become; create it by hand to bring it back.`);
    const as = why === '' ? (first.get(identity) ?? place) : place;
    elements.push({ part, named, key: componentPurlOf(named.purl) || named.name, why, as });
    if (why !== '') continue;
    byPlace.set(part.place, as);
    if (first.has(identity)) continue;
    first.set(identity, place);
    items.push({ ...sbomItemOf(part, named, stated(part, named.purl), title), id: place, identity });
  }
  return { sbom: { head, series, elements }, items, byPlace };
}

function analysesOf(one: SbomAnalysis, head: SbomHead, purls: ReadonlyMap<string, string>): ForeignAnalysis[] {
  return one.refs.map((ref) => {
    const purl = purls.get(ref) ?? (ref.startsWith('pkg:') ? ref : '');
    return {
      place: one.place,
      advisory: one.id,
      aliases: one.aliases,
      purl,
      ...(purl === '' && head.subject.refs.includes(ref) && { isForProject: true }),
      state: one.state.toUpperCase(),
      justification: one.justification.toUpperCase(),
      response: (one.responses[0] ?? '').toUpperCase(),
      detail: one.detail,
      isSuppressed: ['false_positive', 'not_affected', 'resolved', 'resolved_with_pedigree'].includes(one.state),
    };
  });
}

/** An analysis has one response here. */
function tellResponses({ responses: [first = '', ...others], id, place }: SbomAnalysis, issues: Issues): void {
  if (others.length === 0) return;
  const message = `The analysis of ${id} has the responses ${[first, ...others].join(', ')}; ${first} was taken, as an analysis has one here.`;
  issues.push({ code: 'shortened', path: place, message });
}

/** What the document says of an element beside what its item has. */
const STATED = [
  ...(['kind', 'ref', 'cpes', 'license', 'declared', 'concluded', 'supplier', 'copyright', 'hashes'] as const),
  ...(['references', 'properties', 'madeOf', 'sourceInfo', 'scope', 'downloadUrl', 'inside', 'morePurls'] as const),
];

export function statedOf(part: SbomPart, license: string = licenseOfPart(part)): Record<string, unknown> {
  const all = { ...part, license };
  return Object.fromEntries(
    STATED.map((name) => [name, all[name]] as const).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
