// Imports removals: found items that people removed in the source. The same found item here is removed too, if no person has decided about it, and scans
// do not create it again.
import { insertForeignDeletions, type KnownFinding, listFindings } from '../db/files/deleted-findings.ts';
import { insertRevisions } from '../db/inventories/history.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { deleteItems } from '../db/scans/inventory.ts';
import { recordDecisions } from '../decisions/index.ts';
import { countOf } from '../domain/count-text.ts';
import { deletedRevision } from '../domain/inventories/inventory-history.ts';
import type { IssueList } from './document.ts';
import type { ImportInput } from './import-rules.ts';
import type { ImportSource } from './imported-decisions.ts';
import type { IncomingRemoval } from './incoming-removals.ts';

/** Returns the number of removals that are new here. Call it after the items: an item of the data has not been removed there. */
export async function takeRemovals(
  tx: Tx,
  input: ImportInput,
  removals: readonly IncomingRemoval[],
  from: ImportSource,
  lines: IssueList,
): Promise<number> {
  if (removals.length === 0) return 0;
  const { project, now } = input;
  const items = await listFindings(tx, project.id);
  const byIdentity = new Map(items.map((item) => [item.identity, item]));
  const byFinding = Map.groupBy(items, ({ finding }) => finding);
  const standing = (one: IncomingRemoval): KnownFinding[] => {
    const same = byIdentity.get(one.identity);
    return [...new Set([...(same ? [same] : []), ...(byFinding.get(one.finding) ?? [])])];
  };
  const [kept, wanted] = [removals.filter(isKept), removals.filter((one) => !isKept(one))];
  function isKept(one: IncomingRemoval): boolean {
    return standing(one).some(({ isPersons }) => isPersons);
  }
  for (const { name } of kept)
    lines.push({
      code: 'item-stays',
      path: 'removed',
      message: `${name} stays, because a person has decided about it here; it was removed in the data.`,
    });
  const fresh = await insertForeignDeletions(
    tx,
    project.id,
    wanted.map(({ identity, finding, name, user, at }) => ({
      ...{ identity, finding, name },
      deletedBy: `${user}, in ${from.source}`,
      deletedAt: at === undefined || at > now ? now : at,
    })),
  );
  const taken = wanted.filter(({ identity }) => fresh.has(identity));
  await recordDecisions(
    tx,
    taken.map(({ finding }) => ({
      kind: 'item-removed' as const,
      subject: { finding },
      scope: 'project' as const,
      projectId: project.id,
      itemId: null,
      value: { isRemoved: true },
      ground: { by: 'import' as const, source: from.source },
      author: from.login,
    })),
  );
  await removeItems(tx, input, [...new Set(taken.flatMap(standing))], lines);
  return taken.length;
}

async function removeItems(
  tx: Tx,
  { project, actor, action }: ImportInput,
  items: readonly KnownFinding[],
  lines: IssueList,
): Promise<void> {
  if (items.length === 0) return;
  await deleteItems(
    tx,
    items.map(({ id }) => id),
  );
  await insertRevisions(
    tx,
    items.map(({ id, name }) => ({ projectId: project.id, itemId: id, user: actor, ...deletedRevision(name, action) })),
  );
  lines.push({
    code: 'items-removed',
    path: 'removed',
    message: `${countOf(items.length, 'item')} that a person removed in the source ${items.length === 1 ? 'was' : 'were'} removed here: ${items
      .slice(0, 20)
      .map(({ name }) => name)
      .join(', ')}${items.length > 20 ? ' …' : ''}.`,
  });
}
