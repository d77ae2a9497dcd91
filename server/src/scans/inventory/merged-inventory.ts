// What was found, merged into the items that stand. People change items while a scan writes its inventory in steps, so each step reads its items again under
// the project's lock; if they are others than those of the merge, everything is merged anew, in memory.
import { isDeepStrictEqual } from 'node:util';
import { valueFor } from '@assay/scanner/items';
import { listDeletedFindings } from '../../db/files/deleted-findings.ts';
import type { FoundScope } from '../../db/inventories/license-texts.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { Project } from '../../db/projects/projects.ts';
import { listStandingItems, type StoredItem } from '../../db/scans/inventory.ts';
import { listKeptPaths, listUnreadPaths } from '../../db/scans/plan.ts';
import { applyRules, type MatchedDetectionRule } from '../../domain/derivation/detection-rules.ts';
import { underStandingIdentities } from '../../domain/derivation/inventory-builds.ts';
import type { WantedInventory } from '../../domain/derivation/inventory-findings.ts';
import { type InventoryMerge, type MergeSettings, mergeInventory } from '../../domain/derivation/inventory-merge.ts';
import type { DeletedFinding } from '../../domain/derivation/standing-items.ts';
import { type RemoteCode, remoteMergeSettings } from './remote-inventory.ts';
import { matchDetectionRules } from './rules.ts';
import type { FoundInventory } from './wanted-inventory.ts';

/** What the files of the code base, as the scan leaves them, give to the merge. */
export interface InputsOfCode {
  ruled: { wanted: WantedInventory; rules: Map<string, MatchedDetectionRule> };
  settingsFor: (standing: readonly StoredItem[]) => MergeSettingsOfCode;
}

/** What the merge depends on beside the items that stand. */
interface Inputs extends InputsOfCode {
  deleteEmptyInventory: boolean;
  deleted: readonly DeletedFinding[];
}

type MergeSettingsOfCode = Omit<MergeSettings, 'deleteEmptyInventory' | 'deleted'>;

/** The part of a merge that is about items that stand. */
export type StandingMerge = Pick<InventoryMerge, 'updates' | 'deletions' | 'missing' | 'back' | 'heldByTies'>;

export class MergedInventory {
  readonly #inputs: Inputs;
  #byId: Map<number, StoredItem>;
  #wanted: WantedInventory;
  #merge: InventoryMerge;
  #scopes: FoundScope[] | undefined;

  private constructor(inputs: Inputs, standing: readonly StoredItem[]) {
    this.#inputs = inputs;
    this.#byId = new Map(standing.map((item) => [item.id, item]));
    ({ wanted: this.#wanted, merge: this.#merge } = merged(inputs, standing));
  }

  static async read(tx: Tx, project: Project, inputs: InputsOfCode) {
    const deleted = await listDeletedFindings(tx, project.id);
    const { delete_empty_inventory: deleteEmptyInventory } = project;
    return new MergedInventory({ ...inputs, deleteEmptyInventory, deleted }, await listStandingItems(tx, project.id));
  }

  get merge(): InventoryMerge {
    return this.#merge;
  }

  /** Items that stand, as they were read. */
  get byId(): ReadonlyMap<number, StoredItem> {
    return this.#byId;
  }

  get wanted(): WantedInventory {
    return this.#wanted;
  }

  get rules(): Map<string, MatchedDetectionRule> {
    return this.#inputs.ruled.rules;
  }

  get scopes(): readonly FoundScope[] {
    // Every step asks for them, and most merges are never made anew.
    this.#scopes ??= this.#wanted.items.map(({ identity, foundScope = '' }) => ({ identity, scope: foundScope }));
    return this.#scopes;
  }

  /** What items that stand become, those of `ids` if they are given. */
  changed(ids?: ReadonlySet<number>) {
    return this.#merge.updates
      .filter(({ id }) => ids?.has(id) ?? true)
      .map(({ id, set }) => ({ ...valueFor(this.#byId, id), ...set }));
  }

  partOf(ids: ReadonlySet<number>): StandingMerge {
    const { updates, deletions, missing, back, heldByTies } = this.#merge;
    const has = (id: number) => ids.has(id);
    return {
      updates: updates.filter(({ id }) => has(id)),
      deletions: deletions.filter(has),
      missing: missing.filter(({ id }) => has(id)),
      back: back.filter(has),
      heldByTies: heldByTies.filter(has),
    };
  }

  /** Under the project's lock: reads these items again. Returns whether they are others, so that everything was merged anew. */
  async refresh(tx: Tx, projectId: number, ids: readonly number[]): Promise<boolean> {
    const now = await listStandingItems(tx, projectId, ids);
    const isThere = new Set(now.map(({ id }) => id));
    const gone = ids.filter((id) => !isThere.has(id) && this.#byId.has(id));
    const others = now.filter((item) => !isDeepStrictEqual(item, this.#byId.get(item.id)));
    if (gone.length === 0 && others.length === 0) return false;
    for (const id of gone) this.#byId.delete(id);
    for (const item of others) this.#byId.set(item.id, item);
    ({ wanted: this.#wanted, merge: this.#merge } = merged(this.#inputs, [...this.#byId.values()]));
    this.#scopes = undefined;
    return true;
  }
}

function merged({ ruled, settingsFor, ...settings }: Inputs, standing: readonly StoredItem[]) {
  const wanted = underStandingIdentities(ruled.wanted, standing);
  return { wanted, merge: mergeInventory(wanted, standing, { ...settings, ...settingsFor(standing) }) };
}

/** Excluded files must be marked as such before. */
export async function readInputsOfCode(
  tx: Tx,
  projectId: number,
  { wanted }: FoundInventory,
  remote?: RemoteCode,
): Promise<InputsOfCode> {
  return {
    ruled: applyRules(wanted, await matchDetectionRules(tx, projectId, remote)),
    settingsFor: remote
      ? (standing) => remoteMergeSettings(remote, standing)
      : await serverMergeSettings(tx, projectId),
  };
}

/** To the server's scan, remote files are files that it skips. */
async function serverMergeSettings(tx: Tx, projectId: number) {
  const kept = await listKeptPaths(tx, projectId);
  const unread = await listUnreadPaths(tx, projectId);
  return (standing: readonly StoredItem[]): MergeSettingsOfCode => {
    const remote = new Set(standing.flatMap(({ remoteFiles }) => remoteFiles));
    return { skipped: { has: (path: string) => kept.has(path) || remote.has(path) }, unread };
  };
}
