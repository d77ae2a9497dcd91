// What became of the decisions of a project from a release to a later one, or until now, as rows of a comparison. Reviews of components are compared beside
// their versions; here are all other decisions, such as marks of files and choices of licenses.
import type { DifferenceRow } from '@assay/scanner/sbom';
import type { App } from '../../app.ts';
import { findRelease } from '../../db/releases/releases.ts';
import type { Decision } from '../../domain/decisions/decision.ts';
import { type DecisionChange, groundWords, subjectWords, valueWords } from '../../domain/releases/decision-changes.ts';
import { type ChangeRow, decisionChangesSince, type FormerRelease } from '../../releases/former-release.ts';
import { type FrozenDecision, frozenHead, frozenRows } from '../../releases/frozen.ts';
import { presentItems } from './present-items.ts';
import type { LoadedSide } from './sides.ts';

/** Undefined if the sides are no states of one project, the former of which is a release. */
export async function decisionRows(
  app: App,
  before: LoadedSide,
  after: LoadedSide,
): Promise<DifferenceRow[] | undefined> {
  if (before.kind !== 'release' || before.projectId !== after.projectId) return undefined;
  if (after.kind === 'release') return betweenReleases(app, before.id, after.id);
  if (after.kind !== 'project') return undefined;
  const { projectId } = before;
  const release = await findRelease(app.db, projectId, before.id);
  if (release === undefined || release.frozen_at === null) return undefined;
  const asked = { app, projectId, release: release as FormerRelease, items: () => presentItems(app, projectId) };
  const rows: DifferenceRow[] = [];
  for await (const row of decisionChangesSince(asked)) if (isTold(row)) rows.push(rowOf(row));
  return rows;
}

/** Other reviews are compared beside the versions of their components. */
const isTold = ({ kind, change }: ChangeRow) => kind !== 'review' || change === 'LAPSED';

type Told = Pick<ChangeRow, 'change' | 'subject' | 'value' | 'ground'>;

function rowOf({ change, subject, value, ground }: Told): DifferenceRow {
  const isGone = change === 'LAPSED' || change === 'WITHDRAWN';
  const kind = `DECISION_${change}` as const satisfies `DECISION_${DecisionChange}`;
  const sides = { before: isGone ? [value] : [], after: isGone ? [] : [value] };
  return { kind, component: subject, ...sides, vulnerability: '', why: ground };
}

/** The next release has kept what became of them; of others, the decisions that both have frozen are compared. */
async function betweenReleases(app: App, beforeId: number, afterId: number): Promise<DifferenceRow[]> {
  const rows: DifferenceRow[] = [];
  if ((await frozenHead(app, afterId)).head.formerRelease?.id === beforeId) {
    for await (const row of frozenRows<ChangeRow>(app, afterId, 'decisionChanges'))
      if (isTold(row)) rows.push(rowOf(row));
    return rows;
  }
  const former = new Map<number, FrozenDecision>();
  for await (const one of frozenRows<FrozenDecision>(app, beforeId, 'decisions'))
    if (one.kind !== 'review') former.set(one.id, one);
  for await (const one of frozenRows<FrozenDecision>(app, afterId, 'decisions')) {
    if (one.kind === 'review') continue;
    const was = former.get(one.id);
    former.delete(one.id);
    if (was === undefined && one.standing === 'holds') rows.push(rowOf({ ...wordsOf(one), change: 'NEW' }));
    if (was?.standing === 'holds' && one.standing !== 'holds')
      rows.push(rowOf({ ...wordsOf(one), change: 'LAPSED', ground: one.why }));
  }
  const ground = 'It is no decision of the later release.';
  for (const one of former.values()) rows.push(rowOf({ ...wordsOf(one), change: 'WITHDRAWN', ground }));
  return rows;
}

function wordsOf({ subject, value, ground, author }: FrozenDecision) {
  const one = { subject, value, ground } as Pick<Decision, 'subject' | 'value' | 'ground'>;
  return { subject: subjectWords(one, ''), value: valueWords(one), ground: groundWords(one, author) };
}
