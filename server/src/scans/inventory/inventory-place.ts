// What the parts of a scan's inventory hand to each other: where it is written, for which scan, and what the first part has made.
import type { Tx } from '../../db/postgres/connection.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import type { MergedInventory } from './merged-inventory.ts';
import type { RemoteCode } from './remote-inventory.ts';
import type { FoundInventory, ScannedProject } from './wanted-inventory.ts';

/** Where the inventory is written. Without steps, the caller has locked the project for the whole. */
export interface InventoryPlace {
  readonly tx: Tx;
  readonly isInSteps: boolean;
  /** Locks the project until the step ends. */
  hold?(): Promise<void>;
}

export interface InventoryOptions extends ScannedProject {
  /** The scan's job. */
  jobId: number;
  isRescan: boolean;
  isForced: boolean;
  /** Who started the scan and becomes the creator of automatic tasks. */
  startedBy: number;
  /** Receives the notices for people; the caller writes them. */
  notices: Notice[];
  /** The remote code base that was scanned, if it was not the server's own. */
  remote?: RemoteCode;
}

/** What the first part has made, for the parts that follow. */
export interface MadeInventory {
  inventory: FoundInventory;
  merged: MergedInventory;
  ids: ReadonlyMap<string, number>;
  /** Their files are marked as reviewed under the project's lock. */
  withReviewedFiles: readonly number[];
}
