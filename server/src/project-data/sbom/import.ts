// Takes the SBOMs of a sent file into a project, in steps: items, relations, analyses; what the documents no longer name; publication; and
// the receipts, which account for each element.
import { listDeletedFindings } from '../../db/files/deleted-findings.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import {
  type ElementRow,
  findCurrentSbom,
  insertElements,
  insertIssues,
  insertSbom,
  listItemsNamedBesides,
  listNamedElements,
  listProvenBySboms,
  retireSboms,
} from '../../db/sboms/imports.ts';
import { setMissing, unsetMissing } from '../../db/scans/evidence.ts';
import { besidesOf, subjectOfSeries } from '../../domain/vulnerabilities/sbom.ts';
import { takeAnalyses } from '../analyses.ts';
import { IssueList } from '../document.ts';
import {
  type ImportStep,
  importDocument,
  importInSteps,
  type ProjectImportPlace,
  type Receipt,
  settleImported,
} from '../import.ts';
import type { ImportInput, ReachedItems } from '../import-rules.ts';
import { fillLibraryAhead } from '../library.ts';
import { type SbomImport, sbomImport, statedOf, type TakenElement, type TakenSbom } from './data.ts';
import { publishMade } from './publication.ts';
import type { SentSbomData } from './read.ts';
import { SBOM_RULES } from './rules.ts';

/** Components carry no texts of files, and each step waits for the database some twenty times. */
const NEW_AT_ONCE = 500;

export interface SbomSource {
  jobId: number;
  sha256: Buffer;
  fileName: string;
  isStrict: boolean;
}

export interface SbomReceipt extends Receipt {
  sboms: number[];
  leftOutElements: number;
  gone: number;
  back: number;
}

/** Makes what the library must have, before the import locks the project. */
export async function fillLibraryOfSboms(
  db: Db,
  projectId: number,
  sent: SentSbomData,
  { fileName, login }: { fileName: string; login: string },
): Promise<void> {
  const data = await sbomImport(sent, fileName, await deletedOf(db, projectId), new IssueList());
  await fillLibraryAhead(db, data.items(new IssueList()), login);
}

const deletedOf = async (db: Db, projectId: number) =>
  new Map((await listDeletedFindings(db, projectId)).map(({ identity, deletedBy }) => [identity, deletedBy]));

export async function* importSboms(
  place: ProjectImportPlace,
  input: Omit<ImportInput, 'data' | 'rules'>,
  sent: SentSbomData,
  source: SbomSource,
): AsyncGenerator<ImportStep, SbomReceipt> {
  const { project } = input;
  const deleted = await deletedOf(place.tx, project.id);
  const purlIssues: { code: string; path: string; message: string }[] = [];
  const data = await sbomImport(sent, source.fileName, deleted, { push: (one) => void purlIssues.push(one) });
  let written: Written[] = [];
  const receipt = yield* importInSteps(place, {
    ...{ ...input, data, rules: SBOM_RULES, leavesReviews: true, newAtOnce: NEW_AT_ONCE },
    onMade: (ids) => publishMade(place.tx, input, ids),
    beforeEnd: async (reached) => {
      written = await writeReceipts(place.tx, input, data, reached, source);
    },
  });
  for (const issue of purlIssues) receipt.lines.push(issue);
  for (const { path, why } of data.leftOut) receipt.lines.push({ code: 'no-sbom', path, message: why });
  const standing = await followStanding(place.tx, input, written, source);
  await settleImported(place.tx, input);
  return {
    ...receipt,
    sboms: written.slice(0, data.sboms.length).map(({ id }) => id),
    leftOutElements: countOfLeftOut(data),
    ...standing,
  };
}

/**
 * The same for an answer alone, of which the caller keeps nothing. Nobody waits for it: items that the project has stay as they are, but for those that
 * are back, as a gone item is judged by nothing. Receipts name what is gone.
 */
export async function trySboms(
  tx: Tx,
  input: Omit<ImportInput, 'data' | 'rules' | 'isTrial'>,
  sent: SentSbomData,
  source: SbomSource,
): Promise<SbomTrial> {
  const issues = new IssueList();
  const data = await sbomImport(sent, source.fileName, await deletedOf(tx, input.project.id), issues);
  const all = { ...input, data, rules: SBOM_RULES, isTrial: true as const };
  const receipt = await importDocument(tx, {
    ...{ ...all, leavesReviews: true, newAtOnce: NEW_AT_ONCE },
    onMade: (ids) => publishMade(tx, input, ids),
  });
  const written = await writeReceipts(tx, input, data, receipt, source);
  const named = new Set(written.flatMap((one) => [...one.named]));
  const missing = (await listProvenBySboms(tx, [...named])).filter(({ isMissing }) => isMissing);
  await unsetMissing(
    tx,
    missing.map(({ id }) => id),
  );
  const takeAll = async () => {
    const { analyses, source: title } = await data.facts(issues, () => undefined);
    await takeAnalyses(tx, all, analyses, { source: title, login: input.actor.login }, issues);
  };
  return { takeAnalyses: takeAll };
}

export interface SbomTrial {
  /** Whoever analyses the same vulnerability of the project waits from then on, so it comes last. */
  takeAnalyses(): Promise<void>;
}

const countOfLeftOut = ({ sboms }: SbomImport) =>
  sboms.reduce((sum, { elements }) => sum + elements.filter(({ why }) => why !== '').length, 0);

interface Written {
  id: number;
  /** Items that the document names. */
  named: Set<number>;
  /** Items that the document before named. */
  before: Set<number>;
}

async function writeReceipts(
  tx: Tx,
  { project, actor }: Pick<ImportInput, 'project' | 'actor'>,
  data: SbomImport,
  receipt: Pick<ReachedItems, 'taken' | 'made'>,
  source: SbomSource,
): Promise<Written[]> {
  const written: Written[] = [];
  for (const [at, sbom] of data.sboms.entries()) {
    const previous = await findCurrentSbom(tx, project.id, sbom.series);
    const before = previous === undefined ? [] : await listNamedElements(tx, previous.id);
    const rows = elementRows(at, sbom, receipt, before);
    const issues = data.issuesOf(at);
    const id = await insertSbom(
      tx,
      {
        ...headOf(sbom),
        project_id: project.id,
        job_id: source.jobId,
        sha256: source.sha256,
        file_name: source.fileName.slice(0, 255),
        is_strict: source.isStrict,
        imported_by: actor.login,
        counts: countsOf(rows),
        issue_count: sbom.head.issueCount,
      },
      previous?.id ?? null,
    );
    await insertElements(tx, id, rows);
    await insertIssues(tx, id, issues);
    const idsIn = (all: readonly { itemId: number | null }[]) => new Set(all.flatMap(({ itemId }) => itemId ?? []));
    written.push({ id, named: idsIn(rows.filter(({ fate }) => fate !== 'GONE')), before: idsIn(before) });
  }
  return [...written, ...(await retireOthers(tx, project.id, data, written))];
}

/** Documents about the same subjects that the file before had and this one has not. */
async function retireOthers(
  tx: Tx,
  projectId: number,
  { sboms }: SbomImport,
  written: readonly Written[],
): Promise<Written[]> {
  const kept = written.map(({ id }) => id);
  const retired: Written[] = [];
  for (const subject of new Set(sboms.map(({ series }) => subjectOfSeries(series))))
    for (const id of await retireSboms(tx, projectId, { subject, besides: besidesOf(subject), kept })) {
      const before = await listNamedElements(tx, id);
      retired.push({ id, named: new Set(), before: new Set(before.flatMap(({ itemId }) => itemId ?? [])) });
    }
  return retired;
}

function headOf({ head, series }: TakenSbom) {
  return {
    path: head.path,
    format: head.format,
    spec_version: head.specVersion,
    encoding: head.encoding,
    serial: head.serial,
    subject: head.subject.name,
    subject_version: head.subject.version,
    stated_at: head.createdAt,
    tools: head.tools.slice(0, 50),
    series,
    others: head.others,
  };
}

type Before = Awaited<ReturnType<typeof listNamedElements>>;

/** Each element with its fate, and those of the document before that this one does not name. */
function elementRows(
  at: number,
  { elements }: TakenSbom,
  receipt: Pick<ReachedItems, 'taken' | 'made'>,
  before: Before,
): ElementRow[] {
  const byKey = Map.groupBy(before, ({ key }) => key);
  const makers = new Map([...receipt.made].map(([place, id]) => [id, place]));
  const rows = elements.map((element): ElementRow => {
    const { part, named, key, why, as } = element;
    const stated = statedOf(part);
    const change = changeOf(byKey.get(key), part.version, String(stated.license ?? ''));
    const itemId = why === '' ? (receipt.taken.get(as) ?? null) : null;
    const own = `${at} ${part.place}`;
    // Builds of one version share its item.
    const maker = (itemId === null ? undefined : makers.get(itemId)) ?? as;
    const fate =
      why !== '' || itemId === null ? 'LEFT_OUT' : maker !== own ? 'SAME' : receipt.made.has(as) ? 'MADE' : 'JOINED';
    return {
      place: part.place,
      name: named.name || part.name,
      version: part.version,
      purl: named.purl || part.purl,
      key,
      fate,
      why: whyOf(element, itemId, maker),
      change,
      itemId,
      stated,
    };
  });
  // An element that is named and left out has a row that says why; it is not gone.
  const keyOf = ({ key, version }: { key: string; version: string }) => `${key}\n${version}`;
  const now = new Set(rows.map(keyOf));
  const names = new Set(rows.map(({ key }) => key));
  // Builds of one version, of which the document before may have named several, are gone once.
  const gone = new Map(before.filter((one) => !now.has(keyOf(one))).map((one) => [keyOf(one), one]));
  for (const one of gone.values())
    rows.push({
      ...{
        place: '',
        name: one.name,
        version: one.version,
        purl: one.purl,
        key: one.key,
        fate: 'GONE',
        change: 'GONE',
      },
      why: names.has(one.key) ? 'The document names another version of it.' : 'The document no longer names it.',
      itemId: one.itemId,
      stated: { license: one.license },
    });
  return rows;
}

function whyOf({ why, part }: TakenElement, itemId: number | null, maker: string): string {
  if (why !== '') return why;
  if (itemId === null) return 'The log of the import says why it became no item.';
  const place = maker.slice(maker.indexOf(' ') + 1);
  return place === part.place ? '' : `It is the same version as ${place}.`;
}

function changeOf(before: Before | undefined, version: string, license: string): ElementRow['change'] {
  if (before === undefined) return 'ADDED';
  return before.some((one) => one.version === version && one.license === license) ? 'UNCHANGED' : 'CHANGED';
}

function countsOf(rows: readonly ElementRow[]): Record<string, number> {
  const counts: Record<string, number> = { elements: rows.filter(({ fate }) => fate !== 'GONE').length };
  for (const { fate, change } of rows)
    for (const name of [fate, ...(fate === 'LEFT_OUT' || fate === 'GONE' ? [] : [change])])
      counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Items that no current document names any more are gone, if nothing but SBOMs proves them; those that are named again are back. */
async function followStanding(
  tx: Tx,
  { project, actor, action }: Pick<ImportInput, 'project' | 'actor' | 'action'>,
  written: readonly Written[],
  source: SbomSource,
): Promise<{ gone: number; back: number }> {
  const named = new Set(written.flatMap((one) => [...one.named]));
  const others = await listItemsNamedBesides(
    tx,
    project.id,
    written.map(({ id }) => id),
  );
  const lost = written.flatMap(({ before }) => [...before]).filter((id) => !named.has(id) && !others.has(id));
  const gone = (await listProvenBySboms(tx, lost)).filter(({ isMissing }) => !isMissing);
  const why = `The SBOM ${source.fileName} no longer names it.`;
  await setMissing(
    tx,
    source.jobId,
    gone.map(({ id }) => ({ id, why })),
  );
  const missing = (await listProvenBySboms(tx, [...named])).filter(({ isMissing }) => isMissing);
  const back = await unsetMissing(
    tx,
    missing.map(({ id }) => id),
  );
  const line = (itemId: number, oldValue: string, newValue: string) => ({
    ...{ projectId: project.id, itemId, user: actor, event: 'Inventory Updated' as const, action },
    changes: [{ field: 'Evidence', oldValue, newValue }],
  });
  await insertRevisions(tx, [
    ...gone.map(({ id }) => line(id, '', `Gone since import ${source.jobId}. ${why}`)),
    ...back.map(({ id, since }) => line(id, `Gone since import ${since}`, '')),
  ]);
  return { gone: gone.length, back: back.length };
}
