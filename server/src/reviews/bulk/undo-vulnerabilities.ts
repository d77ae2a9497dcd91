// Undoes a step of a bulk decision about vulnerabilities. What the step changed about a vulnerability of one project is restored together, or left alone
// if somebody has changed any of it since.
import { refreshExposuresOfVersions } from '../../db/advisories/matches.ts';
import { type BulkStep, listImages } from '../../db/bulk/decisions.ts';
import { takeBack, writeBack } from '../../db/bulk/states.ts';
import {
  deleteMade,
  insertDeletedAnalyses,
  type KindOfVulnerability,
  keyOf,
  kindsOfVulnerability,
  listAnalysedAgain,
  listDecidable,
  listVersions,
  namesOfUnits,
  readById,
  readDecisionsNow,
} from '../../db/bulk/vulnerabilities.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { KeptRow, RowKind } from '../../domain/bulk/actions.ts';
import { isUnchanged, type RowImage, type RowState, type VulnerabilityOfProject } from '../../domain/bulk/images.ts';
import type { BulkOrder } from './order.ts';
import type { UndoResult } from './undo.ts';

interface Undoing {
  /** Null for all projects in which the person may decide. */
  projectId: number | null;
  actor: BulkOrder['actor'];
}

/** The caller has the lock of decisions about vulnerabilities. */
export async function undoVulnerabilities(tx: Tx, step: BulkStep, { projectId, actor }: Undoing): Promise<UndoResult> {
  const images = (await listImages(tx, step.bulkId, step.step)).flatMap((image) =>
    image.of === undefined ? [] : [{ ...image, of: image.of }],
  );
  const units = new Map(images.map(({ of }) => [keyOf(of), of]));
  const why = await changesSince(tx, images);
  if (projectId === null) {
    const decidable = await listDecidable(
      tx,
      actor,
      [...units.values()].map((one) => one.projectId),
    );
    for (const [key, unit] of units)
      if (!decidable.has(unit.projectId)) why.set(key, 'you may not decide there, or the project is locked');
  }
  await restore(
    tx,
    images.filter(({ of }) => !why.has(keyOf(of))),
    actor.login,
  );
  return resultOf(tx, [...units.values()], why, projectId === null);
}

type ImageOfUnit = RowImage & { of: VulnerabilityOfProject };

/** Why vulnerabilities of projects are left alone, by `keyOf`. */
async function changesSince(tx: Tx, images: readonly ImageOfUnit[]): Promise<Map<string, string>> {
  const why = new Map<string, string>();
  for (const kind of kindsOfVulnerability) {
    const own = images.filter((image) => image.kind === kind);
    const now = await readById(
      tx,
      kind,
      own.flatMap(({ ids }) => ids),
    );
    for (const image of own) {
      // The alert of an item is gone with the item.
      const isChanged = image.ids.some((id) =>
        kind === 'alert' && !now.has(id) ? false : !isUnchanged(image, now.get(id)),
      );
      if (isChanged) why.set(keyOf(image.of), 'changed since');
    }
  }
  const deleted = images.filter(isDeleted);
  const again = await listAnalysedAgain(tx, deleted.flatMap(rowsOf));
  for (const { ids, of } of deleted) if (ids.some((id) => again.has(id))) why.set(keyOf(of), 'changed since');
  const decisions = images.filter(({ kind, before }) => kind === 'decision' && before === null);
  const now = await readDecisionsNow(
    tx,
    decisions.flatMap(({ ids }) => ids),
  );
  for (const image of decisions)
    for (const id of image.ids) {
      const decision = now.get(id);
      // Decisions about an item are gone with the item.
      if (decision === undefined || isUnchanged(image, decision.state)) continue;
      why.set(
        keyOf(image.of),
        decision.replacedBy === null ? 'changed since' : `changed since by ${decision.replacedBy}`,
      );
    }
  return why;
}

const isDeleted = ({ kind, after }: RowImage) => kind === 'analysis' && after === null;
const isMade = ({ before }: RowImage) => before === null;
const isChangedOnly = ({ before, after }: RowImage) => before !== null && after !== null;
const rowsOf = ({ ids, before }: RowImage): (readonly [number, RowState])[] => ids.map((id) => [id, before ?? {}]);

async function restore(tx: Tx, images: readonly ImageOfUnit[], login: string): Promise<void> {
  const idsOf = (kind: RowKind, which: (image: RowImage) => boolean) =>
    images.filter((image) => image.kind === kind && which(image)).flatMap(({ ids }) => ids);
  const back = async (kind: KindOfVulnerability | 'decision') => {
    const changed = images.filter((image) => image.kind === kind && isChangedOnly(image));
    // Most vulnerabilities had the same before, such as an open alert.
    for (const alike of Map.groupBy(changed, ({ before }) => JSON.stringify(before)).values()) {
      const before = alike[0]?.before;
      if (before)
        await writeBack(
          tx,
          kind,
          alike.flatMap(({ ids }) => ids),
          before,
        );
    }
  };
  const deleted = images.filter(isDeleted);
  const versions = await listVersions(tx, {
    analyses: idsOf('analysis', () => true),
    suppressed: idsOf('suppressed', () => true),
  });
  // First, because only one decision about a subject holds, and only one suppression of a version.
  await takeBack(tx, idsOf('decision', isMade), login);
  await back('decision');
  for (const kind of ['suppressed', 'suppression', 'analysis'] as const) {
    await deleteMade(tx, kind, idsOf(kind, isMade));
    await back(kind);
  }
  await insertDeletedAnalyses(tx, deleted.flatMap(rowsOf));
  await back('alert');
  const ofDeleted = deleted.flatMap(({ before }) => (before === null ? [] : Number(before.version_id)));
  await refreshExposuresOfVersions(tx, [...new Set([...versions, ...ofDeleted])]);
}

/** Counts vulnerabilities: one that was left alone in some project is not as it was. */
async function resultOf(
  tx: Tx,
  units: readonly VulnerabilityOfProject[],
  why: ReadonlyMap<string, string>,
  namesProjects: boolean,
): Promise<UndoResult> {
  const left = units.filter((unit) => why.has(keyOf(unit)));
  const names = await namesOfUnits(tx, left);
  const kept = left.map((unit): KeptRow => {
    const { vulnerability, project } = names.get(keyOf(unit)) ?? { vulnerability: '', project: '' };
    const name = namesProjects ? `${vulnerability} in ${project}` : vulnerability;
    return { id: unit.vulnerabilityId, name, why: why.get(keyOf(unit)) ?? '' };
  });
  const leftIds = new Set(left.map(({ vulnerabilityId }) => vulnerabilityId));
  const ids = new Set(units.map(({ vulnerabilityId }) => vulnerabilityId));
  return { restored: ids.difference(leftIds).size, kept };
}
