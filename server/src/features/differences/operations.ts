// Compares inventories, SBOMs and former scans.
import { Readable } from 'node:stream';
import {
  compareSteps,
  countsOfRows,
  type DifferenceKind,
  type DifferenceRow,
  differenceRows,
  inOrder,
} from '@assay/scanner/sbom';
import { siteSettings } from '../../db/site-settings.ts';
import type { ReportDocument } from '../../documents/document.ts';
import { findFormat } from '../../documents/formats.ts';
import { type NamedSide, namedSide } from '../../domain/differences/side.ts';
import { DIFFERENCE_WORDS } from '../../domain/differences/words.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { FormFile } from '../../http/forms.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { giveWay } from '../../turns.ts';
import { decisionRows } from './decision-rows.ts';
import { RememberedComparisons } from './remembered.ts';
import { type LoadCall, type LoadedSide, loadSide, sentSbom } from './sides.ts';

export interface BeforeQuery {
  of: string;
  published: boolean;
}

export interface Comparison {
  rows: DifferenceRow[];
  before: ShownSide;
  after: ShownSide;
  tellsDecisions: boolean;
}

type ShownSide = ReturnType<typeof sideForm>;

const OF_DATABASES = new WeakMap<LoadCall['app']['db'], RememberedComparisons<Comparison>>();

function comparisonsOf({ db }: LoadCall['app']): RememberedComparisons<Comparison> {
  const known = OF_DATABASES.get(db) ?? new RememberedComparisons<Comparison>();
  OF_DATABASES.set(db, known);
  return known;
}

const SIDE_WORDS: Readonly<Record<LoadedSide['kind'], string>> = {
  ...{ project: 'Project', sbom: 'SBOM', scan: 'Scan', release: 'Release', upload: 'Document' },
};

/** @param page the first page compares anew; further ones show the same comparison, as long as it is remembered */
export async function compareStored(
  call: LoadCall,
  projectId: number,
  query: BeforeQuery & { with: string },
  page = 1,
): Promise<Comparison> {
  const [of, other] = [sideIn('of', query.of, projectId), sideIn('with', query.with, projectId)];
  const remembered = comparisonsOf(call.app);
  const key = JSON.stringify([of, other, query.published]);
  const known = page > 1 ? remembered.find(key, call.app.now()) : undefined;
  if (known !== undefined) {
    // As if it were read: whoever may not see a side gets the same answer.
    for (const { kind, id, projectId: owner } of [known.before, known.after])
      await call.authorize('VIEW_INVENTORY', { projectId: owner, missing: notFound(SIDE_WORDS[kind], id) });
    return known;
  }
  const comparison = await compareSides(call, of, other, query);
  remembered.keep(key, comparison, call.app.now());
  return comparison;
}

async function compareSides(call: LoadCall, of: NamedSide, other: NamedSide, query: BeforeQuery): Promise<Comparison> {
  const isDetailed = of.kind === 'release' || other.kind === 'release';
  const options = { isPublishedOnly: query.published, isDetailed };
  const before = await loadSide(call, of, options);
  const after = await loadSide(call, other, options);
  const { rows, ...sides } = await compared(before, after);
  const decisions = await decisionRows(call.app, before, after);
  return { rows: inOrder([...rows, ...(decisions ?? [])]), ...sides, tellsDecisions: decisions !== undefined };
}

export async function compareSent(
  call: LoadCall,
  projectId: number,
  file: FormFile,
  query: BeforeQuery,
): Promise<Comparison> {
  const before = await loadSide(call, sideIn('of', query.of, projectId), {
    ...{ isPublishedOnly: query.published, isDetailed: false },
  });
  return compared(before, await sentSbom(call, file, projectId));
}

function sideIn(field: string, text: string, projectId: number): NamedSide {
  const side = namedSide(field, text, projectId);
  if (isRefusal(side)) throw badRequest((side as Refusal).refusal.message);
  return side as NamedSide;
}

async function compared(before: LoadedSide, after: LoadedSide): Promise<Comparison> {
  const steps = compareSteps(before.compared, after.compared);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done)
      return {
        rows: differenceRows(step.value),
        ...{ before: sideForm(before), after: sideForm(after), tellsDecisions: false },
      };
    await giveWay();
  }
}

export function pageOfRows(
  { rows, before, after, tellsDecisions }: Comparison,
  page: PageRequest,
  kind?: DifferenceKind,
) {
  const wanted = kind === undefined ? rows : rows.filter((row) => row.kind === kind);
  const paging = pagingOf(page, wanted.length);
  const { limit, offset } = rangeOf(page);
  return {
    rows: wanted.slice(offset, offset + limit),
    paging,
    about: { before, after, tellsDecisions, counts: countsOfRows(rows) },
  };
}

function sideForm({ compared: { parts, statesVulnerabilities, files, edges, services }, ...side }: LoadedSide) {
  return {
    ...side,
    statesVulnerabilities,
    statesFiles: files !== undefined,
    statesDependencies: edges !== undefined,
    statesServices: services !== undefined,
    components: parts.length,
    notCompared: parts.filter(({ isCompared }) => !isCompared).length,
  };
}

/** The rows as a table in a file. */
export async function tableOf(app: LoadCall['app'], { rows, before, after }: Comparison, formatName: 'csv' | 'xlsx') {
  const format = findFormat(formatName);
  if (format === undefined) throw new Error(`There is no format ${formatName}.`);
  const { reportName, reportLogo, reportFooter, reportPaper } = await siteSettings(app.db);
  const document: ReportDocument = {
    title: 'Comparison',
    subtitle: `${before.title} and ${after.title}`,
    brand: { name: reportName || 'Assay', logo: reportLogo, footer: reportFooter, paper: reportPaper },
    at: app.now(),
    facts: [
      ['Before', before.title],
      ['After', after.title],
      ['Not compared with advisories before', before.notCompared],
      ['Not compared with advisories after', after.notCompared],
    ],
    sections: [{ id: 'differences', title: 'Differences', blocks: () => [tableBlock(rows)] }],
  };
  for await (const file of format.write(document, 'comparison'))
    return {
      stream: Readable.from(file.content),
      fileName: `comparison${format.extension}`,
      mediaType: format.mediaType,
    };
  throw new Error(`The format ${formatName} writes no file.`);
}

const tableBlock = (rows: readonly DifferenceRow[]) => ({
  type: 'table' as const,
  sheet: 'Differences',
  columns: [
    { title: 'Difference', width: 30 },
    { title: 'Component', width: 40 },
    { title: 'Vulnerability', width: 20 },
    { title: 'Before', width: 28 },
    { title: 'After', width: 28 },
    { title: 'Why', width: 14 },
  ],
  rows: rows.map(({ kind, component, vulnerability, before, after, why }) => [
    ...[DIFFERENCE_WORDS[kind], component, vulnerability],
    ...[before.join('\n'), after.join('\n'), why],
  ]),
  none: 'There is no difference.',
});
