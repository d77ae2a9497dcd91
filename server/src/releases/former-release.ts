// What has changed in a project since its former release: its inventory and files, and what became of the decisions. The lists of reports are made of it.
import { compareSteps, type DifferenceRow, differenceRows, nameOfCompared, placeKey } from '@assay/scanner/sbom';
import type { App } from '../app.ts';
import {
  type ChangedDecision,
  eachCarriedMark,
  eachStandingDecision,
  listLapsedSince,
  listOpenFiles,
  listWithdrawn,
} from '../db/releases/decision-changes.ts';
import { findReadyRelease, type ReleaseRow } from '../db/releases/releases.ts';
import { missedWords, reasonOf, VERBS } from '../domain/decisions/carried-words.ts';
import { type DecisionChange, groundWords, subjectWords, valueWords } from '../domain/releases/decision-changes.ts';
import { wireTime } from '../domain/wire-times.ts';
import { badRequest } from '../errors.ts';
import type { ReportItem, ReportRow } from '../reports/data.ts';
import { reviewsToCarry } from '../reviews/carried-reviews.ts';
import { giveWay } from '../turns.ts';
import { comparedInventory } from './compared-inventory.ts';
import { frozenInventory, presentFiles, sideOfRows } from './compared-sides.ts';
import { frozenRows } from './frozen.ts';

export type FormerRelease = ReleaseRow & { frozen_at: Date };

/** The last one, or the one with this name; undefined if the project has none. */
export async function findFormerRelease(app: App, projectId: number, name: string): Promise<FormerRelease | undefined> {
  const row = await findReadyRelease(app.db, projectId, name.trim());
  if (row === undefined && name.trim() !== '')
    throw badRequest(
      `The option "formerRelease" is "${name}": the project has no release of this name that is READY. Blank means the last one.`,
    );
  return row as FormerRelease | undefined;
}

interface Asked {
  app: App;
  projectId: number;
  release: FormerRelease;
  /** All items of the project. */
  items: () => AsyncIterable<ReportItem>;
}

/** Published components, and files; reviews are among the changed decisions. */
export async function* changesSince({ app, projectId, release, items }: Asked): AsyncGenerator<DifferenceRow> {
  const before = await frozenInventory(app, release, { isPublishedOnly: true });
  const rows = await Array.fromAsync(comparedInventory(app.db, projectId, items()));
  const files = await presentFiles(app.db, projectId);
  const after = { ...(await sideOfRows(app.db, projectId, rows, { isPublishedOnly: true })), ...(files && { files }) };
  const steps = compareSteps(before, after);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await giveWay();
  for (const row of differenceRows(step.value)) if (!row.kind.startsWith('DECISION')) yield row;
}

export type ChangeRow = ReportRow<'decisionChanges'>;

export async function* decisionChangesSince(asked: Asked): AsyncGenerator<ChangeRow> {
  const { app, projectId, release } = asked;
  const told = new Set<string>();
  for (const { why, ...one } of await listLapsedSince(app.db, projectId, release.frozen_at)) {
    if (one.kind === 'file-reviewed' && one.subject.path !== undefined) told.add(one.subject.path);
    yield rowOf('LAPSED', one, why);
  }
  yield* missedReviews(asked);
  yield* lapsedMarks(asked, told);
  yield* carriedMarks(asked);
  const former = await formerIds(asked);
  const sentences = new Map<number, string>();
  for await (const { id, whyDecided } of asked.items()) sentences.set(id, whyDecided);
  for await (const part of eachStandingDecision(app.db, projectId))
    for (const { isCarried, ...one } of part) {
      if (former.has(one.id)) continue;
      const sentence = one.kind === 'review' && one.itemId !== null ? sentences.get(one.itemId) : undefined;
      yield rowOf(isCarried ? 'CARRIED' : 'NEW', one, sentence ?? groundWords(one, one.author));
    }
  yield* withdrawn(asked, [...former]);
}

const MOST_AT_ONCE = 5000;

async function* withdrawn({ app }: Asked, former: readonly number[]): AsyncGenerator<ChangeRow> {
  for (let from = 0; from < former.length; from += MOST_AT_ONCE)
    for (const { endedAt, ...one } of await listWithdrawn(app.db, former.slice(from, from + MOST_AT_ONCE)))
      yield rowOf('WITHDRAWN', one, `It was taken back on ${wireTime(endedAt)}.`);
}

async function formerIds({ app, release }: Asked): Promise<Set<number>> {
  const ids = new Set<number>();
  for await (const { id } of frozenRows<{ id: number }>(app, release.id, 'decisions')) ids.add(id);
  return ids;
}

/** Reviews of former versions that do not count for those that are new. Other projects are not named. */
async function* missedReviews({ app, projectId, release, items }: Asked): AsyncGenerator<ChangeRow> {
  const { lapsed } = await reviewsToCarry(app.db, projectId, undefined, app.now());
  if (lapsed.length === 0) return;
  const known = new Set((await frozenInventory(app, release, { isPublishedOnly: false })).parts.map(versionOf));
  const missed = new Map(lapsed.map((one) => [one.itemId, one]));
  for await (const { id, name, purl, cpe, componentName, versionName } of items()) {
    const one = missed.get(id);
    if (one === undefined || known.has(versionOf({ purl, cpe, name: componentName, version: versionName }))) continue;
    const { from, changes } = one;
    const { author, decidedAt, value } = from.decision;
    yield {
      ...{ change: 'LAPSED', kind: 'review', subject: name, value: valueWords({ value }), itemId: id },
      ground: missedWords({
        verb: VERBS[String(value.status)] ?? '',
        source: { author, decidedAt, version: from.former.version, projectName: '' },
        changes,
      }),
      ...{ by: author, on: wireTime(decidedAt) },
    };
  }
}

const versionOf = (part: { purl: string; cpe: string; name: string; version: string }) =>
  JSON.stringify([nameOfCompared(part), part.version]);

const MARKED = valueWords({ value: { isReviewed: true } });

type FormerFile = ReportRow<'files'>;

/** Files that were reviewed and are not any more, beside those whose lapse a scan has told: their contents may still be in another place. */
async function* lapsedMarks({ app, projectId, release }: Asked, told: ReadonlySet<string>): AsyncGenerator<ChangeRow> {
  const reviewed = new Map<string, string>();
  const open = async function* (): AsyncGenerator<ChangeRow> {
    for (const { path, sha256 } of await listOpenFiles(app.db, projectId, [...reviewed.keys()]))
      yield {
        ...{
          change: 'LAPSED',
          kind: 'file-reviewed',
          subject: path,
          value: MARKED,
          itemId: 0,
          by: '',
          on: '',
        },
        ground: `It was reviewed in the release ${release.name}; ${reviewed.get(path) === sha256 ? 'the mark was taken back.' : 'it has other contents now.'}`,
      };
    reviewed.clear();
  };
  for await (const { path, sha256, isReviewed } of frozenRows<FormerFile>(app, release.id, 'files')) {
    if (!isReviewed || told.has(path)) continue;
    reviewed.set(path, sha256);
    if (reviewed.size >= MOST_AT_ONCE) yield* open();
  }
  yield* open();
}

/** Contents that the former release did not have in this place. */
async function* carriedMarks({ app, projectId, release }: Asked): AsyncGenerator<ChangeRow> {
  const { files = [] } = await frozenInventory(app, release, { isPublishedOnly: false });
  const inPlace = (path: string, sha256: string) => `${sha256} ${placeKey(path)}`;
  const former = new Set(Array.from(files, ([path, sha256]) => inPlace(path, sha256)));
  for await (const part of eachCarriedMark(app.db, projectId))
    for (const { path, sha256, way, author, decidedAt } of part) {
      if (former.has(inPlace(path, sha256))) continue;
      yield {
        ...{ change: 'CARRIED', kind: 'file-reviewed', subject: path, value: MARKED, itemId: 0 },
        ground: reasonOf('Reviewed', { author, decidedAt, projectName: '', version: '' }, way),
        ...{ by: author, on: wireTime(decidedAt) },
      };
    }
}

const rowOf = (change: DecisionChange, one: ChangedDecision, ground: string): ChangeRow => ({
  ...{ change, kind: one.kind, subject: subjectWords(one, one.itemName), value: valueWords(one) },
  ...{ itemId: one.itemId ?? 0, ground, by: one.author, on: wireTime(one.decidedAt) },
});
