// Checks licenses that people remembered for all projects against the evidence in this project. The evidence is compared with that of the day when
// the license was remembered; if that is not known, with what the first scan of the project found. A license whose evidence has changed stays
// remembered, and is reported once for each change.

import { type CheckedMemory, listRememberedToCheck, noteGrounds } from '../../db/decisions/remembered-grounds.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { standingOf } from '../../domain/decisions/decision.ts';

export interface LapsedMemory {
  id: number;
  itemId: number;
  itemName: string;
  message: string;
  why: string;
}

export async function checkRememberedLicenses(tx: Tx, projectId: number, now: Date): Promise<LapsedMemory[]> {
  const checked = (await listRememberedToCheck(tx, projectId)).filter(({ facts }) => facts.concluded.source !== 'none');
  const grounded = checked.map((one) => ({ ...one, ground: { ...one.ground, concluded: groundOf(one) } }));
  const factsById = new Map(grounded.map(({ id, facts }) => [id, facts]));
  const standing = standingOf(
    grounded,
    ({ id }) => ({ concluded: factsById.get(id)?.concluded.expression ?? '' }),
    now,
  );
  const lapsed = new Map(
    standing.flatMap(({ decision, standing: is, why }) => (is === 'lapsed' ? [[decision.id, why] as const] : [])),
  );
  await noteGrounds(
    tx,
    projectId,
    grounded
      .filter(({ id, noted, reported }) => noted === null || (reported ?? '') !== (lapsed.get(id) ?? ''))
      .map(({ id, ground: { concluded } }) => ({ id, concluded, lapse: lapsed.get(id) ?? '' })),
  );
  return grounded.flatMap((one) => {
    const why = lapsed.get(one.id);
    return why === undefined || why === one.reported ? [] : [lapsedMemory(one, why)];
  });
}

/** The evidence in this project on which the decision is based. */
function groundOf({ noted, ground, facts }: CheckedMemory): string {
  return noted ?? ground.concluded ?? facts.concluded.expression;
}

function lapsedMemory({ id, itemId, itemName, author, decidedAt, value }: CheckedMemory, why: string): LapsedMemory {
  const day = decidedAt.toISOString().slice(0, 10);
  const license = String(value.licenseExpression);
  const message = `${itemName}: the license ${license}, which ${author} had remembered for all projects on ${day}, no longer holds here. ${why} It stays until somebody decides anew.`;
  return { id, itemId, itemName, message, why };
}
