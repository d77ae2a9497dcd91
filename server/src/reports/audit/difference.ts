// The first page of the Audit report: what has changed since the former release, and what became of the decisions.
import type { DifferenceKind, DifferenceRow } from '@assay/scanner/sbom';
import type { Block, Row } from '../../documents/document.ts';
import { DIFFERENCE_WORDS } from '../../domain/differences/words.ts';
import {
  DECISION_CHANGE_WORDS,
  DECISION_KIND_WORDS,
  type DecisionChange,
  decisionChanges,
} from '../../domain/releases/decision-changes.ts';
import type { ReportRow } from '../data.ts';
import { Counts, dateCell, filterNote, itemAnchor, mapped } from '../item-blocks.ts';
import type { ReportSource } from '../report.ts';

/** On the page; sheets and JSON have all. */
const ROWS_ON_PAGE = 200;
const FILE_KINDS: readonly DifferenceKind[] = ['FILE_ADDED', 'FILE_REMOVED', 'FILE_CHANGED'];
const TONES = { [DECISION_CHANGE_WORDS.LAPSED]: 'bad', [DECISION_CHANGE_WORDS.CARRIED]: 'good' } as const;

type ChangeRow = ReportRow<'decisionChanges'>;

export async function* differenceBlocks(
  source: ReportSource,
  { isPublished, hasDetails }: { isPublished: (itemId: number) => boolean; hasDetails: boolean },
): AsyncGenerator<Block> {
  const { formerRelease } = source.head;
  if (formerRelease === null) {
    yield { type: 'paragraph', text: 'The project has no former release to compare with.' };
    return;
  }
  const { name, frozenOn, statesFiles } = formerRelease;
  yield {
    type: 'paragraph',
    text: `Compared with the release ${name} of ${frozenOn} UTC: published components with their licenses, obligations, holders and vulnerabilities${statesFiles ? ', files' : ''}, and decisions. What is not listed is as it was then.`,
  };
  if (!statesFiles)
    yield { type: 'paragraph', text: 'Files were not compared, because there are too many.', tone: 'warn' };
  for (const note of filterNote(source))
    yield {
      ...note,
      ...(note.type === 'paragraph' && { text: 'The filters of the report do not apply to this page.' }),
    };
  const changes = () =>
    mapped(source.list('decisionChanges'), (row) => (row.itemId === 0 || isPublished(row.itemId) ? row : undefined));
  yield* summary(source, changes);
  yield { type: 'heading', text: 'Decisions: what lapsed, what was carried, what is new' };
  for (const change of decisionChanges) yield* decisionTable(change, changes, hasDetails);
  yield { type: 'heading', text: 'Components, licenses and vulnerabilities' };
  yield differenceTable(source, 'Changed components', (kind) => !FILE_KINDS.includes(kind));
  if (!statesFiles) return;
  yield { type: 'heading', text: 'Files' };
  yield differenceTable(source, 'Changed files', (kind) => FILE_KINDS.includes(kind));
}

async function* summary(source: ReportSource, changes: () => AsyncIterable<ChangeRow>): AsyncGenerator<Block> {
  const decisions = new Counts();
  for await (const { change } of changes()) decisions.add(DECISION_CHANGE_WORDS[change]);
  const words = Object.values(DECISION_CHANGE_WORDS);
  yield { type: 'bars', title: 'Decisions', bars: decisions.bars(words, TONES) };
  const differences = new Counts();
  for await (const { kind } of source.list('differences')) differences.add(DIFFERENCE_WORDS[kind]);
  if (differences.total > 0) yield { type: 'bars', title: 'Differences', bars: differences.bars() };
  else yield { type: 'paragraph', text: 'Components, licenses, vulnerabilities and files are as they were.' };
}

/** A table for each change: one sentence of ground for each decision. */
async function* decisionTable(
  wanted: DecisionChange,
  changes: () => AsyncIterable<ChangeRow>,
  hasDetails: boolean,
): AsyncGenerator<Block> {
  yield {
    type: 'table',
    sheet: `Decisions ${DECISION_CHANGE_WORDS[wanted].toLowerCase()}`,
    columns: [
      { title: 'Change', width: 10 },
      { title: 'Decision', width: 18 },
      { title: 'About', width: 40 },
      { title: 'Value', width: 24 },
      { title: 'Ground', width: 70 },
      { title: 'By', width: 14, isSheetOnly: true },
      { title: 'Decided on', type: 'date', width: 19, isSheetOnly: true },
    ],
    rows: mapped(changes(), (row) => (row.change === wanted ? changeRow(row, hasDetails) : undefined)),
    mostOnPage: ROWS_ON_PAGE,
    none: `No decision of this kind: ${DECISION_CHANGE_WORDS[wanted].toLowerCase()}.`,
  };
}

function changeRow({ change, kind, subject, value, ground, by, on, itemId }: ChangeRow, hasDetails: boolean): Row {
  return [
    DECISION_CHANGE_WORDS[change],
    DECISION_KIND_WORDS[kind],
    hasDetails && itemId !== 0 ? { text: subject, to: itemAnchor(itemId) } : subject,
    ...[value, ground, by, dateCell(on)],
  ];
}

function differenceTable(source: ReportSource, sheet: string, isWanted: (kind: DifferenceKind) => boolean): Block {
  return {
    type: 'table',
    sheet,
    columns: [
      { title: 'Difference', width: 24 },
      { title: 'What', width: 40 },
      { title: 'Before', width: 30 },
      { title: 'Now', width: 30 },
    ],
    rows: mapped(source.list('differences'), (row) => (isWanted(row.kind) ? differenceRow(row) : undefined)),
    mostOnPage: ROWS_ON_PAGE,
    none: 'There is no difference.',
  };
}

function differenceRow({ kind, component, vulnerability, before, after }: DifferenceRow): Row {
  const what = vulnerability === '' ? component : `${vulnerability} in ${component}`;
  return [DIFFERENCE_WORDS[kind], what, before.join('\n'), after.join('\n')];
}
