// Imports edits of copyright statements. The edits of one statement belong together, as "restore" takes back the one before: they are imported whole, or
// not at all if somebody has edited the statement here.
import { itemIdentities } from '../db/inventories/items.ts';
import { insertForeignStatementEdits, listStatementEdits } from '../db/inventories/statement-edits.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { recordDecisions, statementDecision } from '../decisions/index.ts';
import { countOf } from '../domain/count-text.ts';
import { folded } from '../domain/inventories/notice-texts.ts';
import type { IssueList } from './document.ts';
import type { ImportSource } from './imported-decisions.ts';
import type { IncomingStatement } from './incoming-statements.ts';

interface Into {
  projectId: number;
  /** Items here, by their ids in the data. */
  taken: ReadonlyMap<string, number>;
  from: ImportSource;
  now: Date;
}

interface PlacedStatement extends IncomingStatement {
  itemId: number | null;
  identity: string;
}

/** Returns the number of imported edits. */
export async function takeStatements(
  tx: Tx,
  statements: readonly IncomingStatement[],
  into: Into,
  lines: IssueList,
): Promise<number> {
  if (statements.length === 0) return 0;
  const placed = await placedStatements(tx, statements, into, lines);
  const standing = new Set((await listStatementEdits(tx, into.projectId)).map(keyOf));
  const fresh = placed.filter((one) => !standing.has(keyOf(one)));
  const kept = placed.length - fresh.length;
  if (kept > 0)
    lines.push({
      code: 'statements-kept',
      path: 'statements',
      message: `${countOf(kept, 'edit')} of copyright statements stay in the data: the same statements have edits here.`,
    });
  const { from, projectId, now } = into;
  await insertForeignStatementEdits(
    tx,
    projectId,
    fresh.map(({ identity, statement, action, value, reason, user, at }) => ({
      ...{ identity, statement, action, value, reason },
      userName: `${user}, in ${from.source}`,
      at: at === undefined || at > now ? now : at,
    })),
  );
  await recordDecisions(
    tx,
    fresh.map((edit) =>
      statementDecision({ projectId, itemId: edit.itemId }, edit, { by: 'import', source: from.source }, from.login),
    ),
  );
  return fresh.length;
}

async function placedStatements(
  tx: Tx,
  statements: readonly IncomingStatement[],
  { taken }: Into,
  lines: IssueList,
): Promise<PlacedStatement[]> {
  const ids = [...new Set(statements.flatMap(({ item }) => (item === undefined ? [] : (taken.get(item) ?? []))))];
  const identities = await itemIdentities(tx, ids);
  let lost = 0;
  const placed = statements.flatMap((one): PlacedStatement[] => {
    if (one.item === undefined) return [{ ...one, itemId: null, identity: '' }];
    const itemId = taken.get(one.item);
    const identity = itemId === undefined ? undefined : identities.get(itemId);
    if (itemId !== undefined && identity !== undefined) return [{ ...one, itemId, identity }];
    lost++;
    return [];
  });
  if (lost > 0)
    lines.push({
      code: 'statements-left-out',
      path: 'statements',
      message: `${countOf(lost, 'edit')} of copyright statements were left out: their items are not here.`,
    });
  return placed;
}

const keyOf = ({ identity, statement }: { identity: string; statement: string }) => `${identity}\n${folded(statement)}`;
