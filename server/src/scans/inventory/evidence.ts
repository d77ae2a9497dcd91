// Writes which of some items a scan found no more, and which it found again, each with a history row.
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { setHeldByTies, setMissing, unsetMissing } from '../../db/scans/evidence.ts';
import type { InventoryMerge } from '../../domain/derivation/inventory-merge.ts';
import { evidenceRevision } from '../../domain/inventories/inventory-history.ts';

export async function writeEvidence(
  tx: Tx,
  { project, jobId }: { project: { id: number }; jobId: number },
  { missing, back, heldByTies }: Pick<InventoryMerge, 'missing' | 'back' | 'heldByTies'>,
  ids: readonly number[],
): Promise<void> {
  await setHeldByTies(tx, ids, heldByTies);
  await setMissing(tx, jobId, missing);
  const wasMissing = await unsetMissing(tx, back);
  const revisions = [
    ...missing.map(({ id, why }) => ({ itemId: id, ...evidenceRevision('', `Gone since scan ${jobId}. ${why}`) })),
    ...wasMissing.map(({ id, since }) => ({ itemId: id, ...evidenceRevision(`Gone since scan ${since}.`, '') })),
  ];
  await insertRevisions(
    tx,
    revisions.map((one): NewRevision => ({ projectId: project.id, user: null, ...one })),
  );
}
