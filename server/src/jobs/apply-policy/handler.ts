// Applies a project's policy to its published inventory, batch by batch. A repeated run decides the same.
import { valueFor } from '@assay/scanner/items';
import { listLastReviews } from '../../db/decisions/reviews.ts';
import { countItems, eachItem } from '../../db/inventories/item-lists.ts';
import { type DetailedItem, findItems, type Item, lockItems } from '../../db/inventories/items.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import { insertJobIssues, type JobIssue } from '../../db/job-issues.ts';
import { shortSteps } from '../../db/postgres/short-steps.ts';
import { getProject, lockProject } from '../../db/projects/projects.ts';
import { findUser } from '../../db/users/users.ts';
import { countOf, numberText } from '../../domain/count-text.ts';
import { inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import { isOverturned, type PolicyDecision, type PolicySubject } from '../../domain/reviews/policy.ts';
import { writeNotices } from '../../mail/outbox.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { decide, itemVulnerabilities, loadPolicy } from '../../reviews/policy.ts';
import { applyReviews, type Review } from '../../reviews/review.ts';
import type { ApplyPolicyPayload } from './payload.ts';

const PUBLISHED = { published: true, presence: 'PRESENT' } as const;

export async function applyPolicy(
  { app, job, checkpoint }: JobContext,
  payload: ApplyPolicyPayload,
): Promise<JobOutcome> {
  const projectId = projectOf(job);
  const keepsManualStatus = payload.keepManualStatuses === true;
  const project = await getProject(app.db, projectId);
  const actor = await findUser(app.db, job.triggered_by ?? project.contact_id);
  if (!actor)
    throw new Error(`The user ${job.triggered_by ?? project.contact_id} who applies the policy no longer exists.`);
  const policy = await loadPolicy(app.db, projectId);
  const total = await countItems(app.db, projectId, PUBLISHED);
  /** Decides on the item under its lock, because a person may have changed it since the batch was read. */
  const decisionOn = (item: Item, details: DetailedItem, vulnerabilities: PolicySubject['vulnerabilities']) =>
    keepsManualStatus && item.is_status_set_by_person ? 'kept' : decide(policy, details, vulnerabilities);
  let overturned = 0;
  const counts = { APPROVED: 0, REJECTED: 0, UNDECIDED: 0, kept: 0 };
  let done = 0;
  let reviewed = 0;
  let notCompared = 0;
  const steps = shortSteps();
  for await (const batch of eachItem(app.db, projectId, PUBLISHED)) {
    await checkpoint({ phase: 'Applying the policy', done, total });
    for await (const ids of steps(batch.map(({ id }) => id)))
      await app.lockingDb.transaction().execute(async (tx) => {
        const notices: Notice[] = [];
        // Locks the project first, like every decision. Skips items that a person has deleted or recalled since they were read.
        const locked = await lockProject(tx, projectId);
        const items = (await lockItems(tx, ids)).filter((item) => item.is_published);
        const details = await findItems(tx, ids);
        const vulnerabilities = await itemVulnerabilities(tx, ids);
        const reviews: Review[] = [];
        const authors = await listLastReviews(tx, keepsManualStatus ? [] : ids);
        const overturnedHere: JobIssue[] = [];
        for (const item of items) {
          const decision = decisionOn(item, valueFor(details, item.id), vulnerabilities(item.id));
          if (details.get(item.id)?.not_compared_reason !== '') notCompared++;
          counts[decision]++;
          if (decision === 'APPROVED' || decision === 'REJECTED')
            reviews.push({
              item,
              event: { type: 'policy-decides', decision, keepsManualStatus, setBy: authors.get(item.id)?.author },
            });
          if (decision !== 'kept' && isOverturned(item, decision))
            overturnedHere.push(overturnedIssue(item, decision, authors.get(item.id)));
        }
        await applyReviews(tx, locked, reviews, actor, { action: 'Apply Policy', notices });
        reviewed += items.length;
        overturned += overturnedHere.length;
        await insertJobIssues(tx, job.id, overturnedHere);
        await refreshInventoryRollup(tx, projectId);
        await writeNotices(tx, notices);
      });
    done += batch.length;
  }
  await checkpoint({ phase: 'Applying the policy', done, total });
  return {
    details: `${countOf(reviewed, 'published item')}: ${numberText(counts.APPROVED)} approved, ${numberText(counts.REJECTED)} rejected, ${numberText(counts.UNDECIDED)} meet no rule, ${numberText(counts.kept)} kept as people set them${overturned > 0 ? `; ${countOf(overturned, 'decision')} of people overturned, named in the log` : ''}${notCompared > 0 ? `; ${numberText(notCompared)} not compared with advisories` : ''}`,
    result: { items: reviewed, ...counts, overturned, notCompared },
  };
}

function overturnedIssue(
  { name, status }: Item,
  decision: PolicyDecision,
  review: { author: string; decidedAt: Date } | undefined,
): JobIssue {
  const who = review === undefined ? 'a person' : `${review.author} on ${review.decidedAt.toISOString().slice(0, 10)}`;
  const now = decision === 'UNDECIDED' ? 'Draft' : inventoryStatusNames[decision];
  return {
    code: 'decision-overturned',
    path: '',
    message: `${name} was ${inventoryStatusNames[status]} by ${who}; the policy made it ${now}.`,
  };
}
