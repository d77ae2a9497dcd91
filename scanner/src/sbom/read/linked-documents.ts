// Several documents that are one SBOM: those of SPDX 2 that name elements of each other, as builds of Yocto write one document for each package and
// recipe, and an index of them; and those of CycloneDX with the documents whose vulnerabilities name their components by BOM-Links. Each element keeps its place, with the path of its document before it.
import { isFields, own } from '../../items.ts';
import { DependencyScopes } from './dependency-scopes.ts';
import { type DocumentLinks, MOST_ISSUES, type ReadSbom, type SbomIssue } from './model.ts';
import type { SentSbom, SentSboms } from './sent.ts';

export interface ReadDocument extends SentSbom {
  /** Of its bytes. */
  sha1: string;
  links: DocumentLinks | undefined;
}

/** A document that an index names. */
export interface Listed {
  path: string;
  namespace: string;
  sha1: string;
}

const MOST_TOLD = 100;

/** The documents that an `index.json` of Yocto names; undefined for other files of this name. */
export function listedDocuments(path: string, bytes: Uint8Array): Listed[] | undefined {
  if (!/(?:^|\/)index\.json$/.test(path)) return undefined;
  const documents = own(parsed(bytes), 'documents');
  if (!Array.isArray(documents)) return undefined;
  const folder = path.slice(0, -'index.json'.length);
  const text = (one: Record<string, unknown>, name: string) => String(own(one, name) ?? '');
  return documents.filter(isFields).map((one) => ({
    path: folder + text(one, 'filename'),
    namespace: text(one, 'documentNamespace'),
    sha1: text(one, 'sha1').toLowerCase(),
  }));
}

function parsed(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** Puts documents that name each other together; others stay as they are. @param name of the file that holds them */
export function linked(documents: readonly ReadDocument[], index: readonly Listed[], name: string): SentSboms {
  const byNamespace = new Map<string, ReadDocument>();
  for (const one of documents)
    if (one.links !== undefined && one.links.self !== '' && !byNamespace.has(one.links.self))
      byNamespace.set(one.links.self, one);
  const faults = faultsOfIndex(index, new Map(documents.map((one) => [one.path, one])));
  const groups = groupsOf([...byNamespace.values()], byNamespace, index);
  const inGroup = new Set(groups.flat());
  const sboms = groups.map((group, at) => ({
    path: at === 0 ? name : `${name}, ${group[0]?.path ?? ''}`,
    sbom: joined(group, byNamespace, at === 0 ? faults : []),
  }));
  for (const one of documents) {
    if (inGroup.has(one)) continue;
    tellAbsent(one, byNamespace);
    sboms.push({ path: one.path, sbom: one.sbom });
  }
  return {
    sboms,
    leftOut: groups.length > 0 ? [] : faults.map(({ place, message }) => ({ path: place, why: message })),
  };
}

function faultsOfIndex(index: readonly Listed[], byPath: ReadonlyMap<string, ReadDocument>): SbomIssue[] {
  const faults = index.flatMap(({ path, namespace, sha1 }): SbomIssue[] => {
    const found = byPath.get(path);
    if (found === undefined)
      return [{ code: 'left-out', place: path, message: 'The index names this document; no SBOM of this path is in the archive.' }]; // biome-ignore format: one claim
    if (sha1 !== '' && sha1 !== found.sha1)
      return [{ code: 'contradiction', place: path, message: `The index states the SHA-1 ${sha1.slice(0, 40)} of this document, and it has ${found.sha1}.` }]; // biome-ignore format: one claim
    if (namespace !== found.sbom.serial)
      return [{ code: 'contradiction', place: path, message: `The index states another namespace of this document: "${namespace.slice(0, 300)}".` }]; // biome-ignore format: one claim
    return [];
  });
  return faults;
}

/** Groups of more than one document, each from its root outwards: what the root names comes before what that names. */
function groupsOf(
  documents: readonly ReadDocument[],
  byNamespace: ReadonlyMap<string, ReadDocument>,
  index: readonly Listed[],
): ReadDocument[][] {
  const next = new Map(documents.map((one) => [one, namedBy(one, byNamespace)]));
  const before = new Map(documents.map((one) => [one, [] as ReadDocument[]]));
  for (const [one, others] of next) for (const other of others) before.get(other)?.push(one);
  const listed = new Set(index.map(({ namespace }) => byNamespace.get(namespace)).filter((one) => one !== undefined));
  const [first] = listed;
  /** All that the index names belong together; the first leads to the others, so that this takes time by their number. */
  const besides = (one: ReadDocument) => (one === first ? listed : listed.has(one) && first ? [first] : []);
  const seen = new Set<ReadDocument>();
  const groups: ReadDocument[][] = [];
  for (const start of documents) {
    if (seen.has(start)) continue;
    const group = reachable([start], (one) => [...(next.get(one) ?? []), ...(before.get(one) ?? []), ...besides(one)]);
    for (const one of group) seen.add(one);
    if (group.length === 1) continue;
    // What nobody names is what the build made; of several, the one that names most.
    const weight = (one: ReadDocument) =>
      statesOnlyVulnerabilities(one) ? -1 : (before.get(one)?.length === 0 ? 1e9 : 0) + (next.get(one)?.length ?? 0);
    const root = group.reduce((best, one) => (weight(one) > weight(best) ? one : best));
    groups.push(reachable([root, ...group], (one) => next.get(one) ?? []));
  }
  return groups;
}

/** A document beside the SBOM that it speaks of. */
const statesOnlyVulnerabilities = ({ sbom }: ReadDocument) => sbom.parts.length === 0 && sbom.statesVulnerabilities;

const namedBy = ({ links }: ReadDocument, byNamespace: ReadonlyMap<string, ReadDocument>): ReadDocument[] =>
  [...new Set(links?.documents ?? [])].map((one) => byNamespace.get(one)).filter((one) => one !== undefined);

/** Breadth first from the first, and then from those that were not reached. */
function reachable<Node>(all: readonly Node[], nextOf: (node: Node) => Iterable<Node>): Node[] {
  const seen = new Set<Node>();
  for (const start of all) {
    if (seen.has(start)) continue;
    const queue = [start];
    seen.add(start);
    // A list that is walked grows by what is found.
    for (const one of queue)
      for (const other of nextOf(one))
        if (!seen.has(other)) {
          seen.add(other);
          queue.push(other);
        }
  }
  return [...seen];
}

/** One SBOM of all of them. The first says what it is about. */
function joined(
  group: readonly ReadDocument[],
  byNamespace: ReadonlyMap<string, ReadDocument>,
  faults: readonly SbomIssue[],
): ReadSbom {
  const root = (group[0] as ReadDocument).sbom;
  const scopes = new DependencyScopes();
  const others = new Map<string, number>([['documents that were read as one', group.length]]);
  const all: ReadSbom = {
    ...root,
    encoding: `${root.encoding}, ${group.length} documents`,
    ...{
      parts: [],
      edges: [],
      services: [],
      analyses: [],
      findings: [],
      issues: [...faults],
      issueCount: faults.length,
      others: [],
    },
    tools: [...new Set(group.flatMap(({ sbom }) => sbom.tools))],
    statesVulnerabilities: group.some(({ sbom }) => sbom.statesVulnerabilities),
  };
  const licenseTexts = textsOf(group.map(({ sbom }) => sbom));
  if (licenseTexts.size > 0) all.licenseTexts = licenseTexts;
  else delete all.licenseTexts;
  const madeOf = new Map<string, string[]>();
  for (const document of group) {
    tellAbsent(document, byNamespace);
    const { sbom, path, links } = document;
    const ref = refsIn(document, byNamespace);
    const place = (one: string) => `${path}: ${one}`;
    for (const [named, scope] of links?.scopes ?? []) scopes.add(ref(named), scopeOf(scope));
    for (const [from, to] of links?.madeOf ?? []) madeOf.set(ref(from), to.map(ref));
    if (sbom === root) all.subject = { ...root.subject, refs: root.subject.refs.map(ref) };
    // What another SBOM is about is no package of it either, unlike in SPDX.
    else if (sbom.format === 'CycloneDX') all.subject.refs.push(...sbom.subject.refs.map(ref));
    for (const one of sbom.parts)
      all.parts.push({ ...one, place: place(one.place), ref: one.ref && ref(one.ref), inside: one.inside && place(one.inside) }); // biome-ignore format: one claim
    for (const one of sbom.edges) all.edges.push({ ...one, from: ref(one.from), to: ref(one.to) });
    for (const one of sbom.services)
      all.services.push({ ...one, place: place(one.place), ref: one.ref && ref(one.ref) });
    for (const one of sbom.analyses) all.analyses.push({ ...one, place: place(one.place), refs: one.refs.map(ref) });
    for (const one of sbom.findings) all.findings.push({ ...one, refs: one.refs.map(ref) });
    for (const one of sbom.issues)
      if (all.issues.length < MOST_ISSUES) all.issues.push({ ...one, place: place(one.place) });
    all.issueCount += sbom.issueCount;
    for (const { what, count } of sbom.others) others.set(what, (others.get(what) ?? 0) + count);
  }
  complete(all, scopes, madeOf);
  all.others = [...others].map(([what, count]) => ({ what, count }));
  return all;
}

/** Documents may give one id to several texts; which of them a part means is not known, so that none is taken. */
function textsOf(sboms: readonly ReadSbom[]): Map<string, string> {
  const texts = new Map<string, string>();
  const unclear = new Set<string>();
  for (const { licenseTexts = [] } of sboms)
    for (const [id, text] of licenseTexts) {
      if ((texts.get(id) ?? text) !== text) unclear.add(id);
      texts.set(id, text);
    }
  for (const id of unclear) texts.delete(id);
  return texts;
}

const SCOPES = ['required', 'optional', 'excluded'] as const;
const scopeOf = (word: string) => SCOPES.find((one) => one === word);

/** What relationships of all documents say of a package. */
function complete({ parts }: ReadSbom, scopes: DependencyScopes, madeOf: ReadonlyMap<string, string[]>): void {
  const purls = new Map(parts.map(({ ref, purl, morePurls }) => [ref, [purl, ...morePurls]]));
  for (const part of parts) {
    part.scope = scopes.of(part.ref);
    const sources = madeOf.get(part.ref);
    if (sources) part.madeOf = sources.flatMap((ref) => purls.get(ref) ?? []).filter((one) => one !== '');
  }
}

/** Names elements by the namespace of their document, as the SPDX specification does. */
function refsIn({ sbom, links }: ReadDocument, byNamespace: ReadonlyMap<string, ReadDocument>) {
  const ofItsOwn = new Set([...sbom.parts, ...sbom.services].map(({ ref }) => ref));
  for (const ref of sbom.subject.refs) ofItsOwn.add(ref);
  return (ref: string): string => {
    const other = links?.elsewhere(ref);
    if (other !== undefined) return byNamespace.has(other.document) ? `${other.document}#${other.id}` : ref;
    // A package URL names a package in every document.
    return ref.startsWith('pkg:') && !ofItsOwn.has(ref) ? ref : `${links?.self ?? ''}#${ref}`;
  };
}

/** What a document says of elements of documents that were not sent along leads nowhere. */
function tellAbsent({ sbom, links }: ReadDocument, byNamespace: ReadonlyMap<string, ReadDocument>): void {
  if (links === undefined) return;
  const say = (place: string, message: string) => {
    sbom.issueCount++;
    if (sbom.issues.length < MOST_ISSUES) sbom.issues.push({ code: 'left-out', place, message });
  };
  const tell = (what: string, place: string, refs: Iterable<string>) => {
    const counts = new Map<string, number>();
    for (const ref of refs) {
      const document = links.elsewhere(ref)?.document;
      if (document === undefined || byNamespace.has(document)) continue;
      counts.set(document, (counts.get(document) ?? 0) + 1);
    }
    for (const [document, count] of [...counts].slice(0, MOST_TOLD))
      say(place, `${count} ${what} name elements of the document "${document.slice(0, 300)}", which was not sent along${inAnotherVersion(document, byNamespace)}.`); // biome-ignore format: one claim
    if (counts.size > MOST_TOLD)
      say(place, `${capital(what)} name elements of ${counts.size - MOST_TOLD} more documents that were not sent along.`); // biome-ignore format: one claim
  };
  tell('relationships', 'relationships', sbom.edges.flatMap(({ from, to }) => [from, to])); // biome-ignore format: one claim
  tell('vulnerabilities', 'vulnerabilities', sbom.findings.flatMap(({ refs }) => refs)); // biome-ignore format: one claim
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** A BOM-Link names one version of a document, and what it says of this one need not be true of another. */
function inAnotherVersion(document: string, byNamespace: ReadonlyMap<string, ReadDocument>): string {
  const serial = /^(urn:cdx:[^/]+\/)\d+$/.exec(document)?.[1];
  const other = serial && [...byNamespace.keys()].find((one) => one.startsWith(serial));
  return other ? `; "${other}" was` : '';
}
