// The interface of the place with the segments of a store. It also fits object storage: a segment is created once, appended to by one writer, made
// durable by `sync`, and then only read, cut or removed.

/** Whether the process that holds something still runs. */
export type OwnerState = 'alive' | 'dead' | 'unknown';

export interface SegmentListing {
  segment: string;
  sizeBytes: number;
  /** By the clock of the place, comparable with `Place.now()`. */
  modifiedAtMs: number;
}

/** Bytes removed from the store: a whole segment, or its end from `fromBytes` on. */
export interface TrashEntry {
  segment: string;
  fromBytes: number;
  sizeBytes: number;
  /** By the clock of the place. */
  trashedAtMs: number;
}

export interface SegmentSink {
  /** Appends the pieces one after another. After a rejection, do not use the sink again. */
  append(pieces: readonly Uint8Array[]): Promise<void>;
  /**
   * Makes all appended bytes durable, together with the segment's existence. A place that must end the segment for that (an object store completes
   * the multipart upload) returns `isSealed: true`; the writer then continues in a new segment.
   */
  sync(): Promise<{ isSealed: boolean }>;
  /** Removes bytes that no location names: the next append goes to `sizeBytes`. False if the place cannot do that; they stay as garbage. */
  rewind(sizeBytes: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface StorePlace {
  /** The id of this store instance, with which the names of its segments begin. Unique among all that ever opened the place. */
  readonly owner: string;
  /** Takes the lease if this instance has none yet. Must have resolved before the first segment is created. */
  takeLease(): Promise<void>;
  /** Rejects when another process has declared this instance dead. */
  confirmLease(): Promise<void>;
  /** `unknown` counts as alive. */
  ownerState(owner: string): Promise<OwnerState>;
  /** Durably records the ends up to which segments of this instance were handed out, before `flush` returns the locations. */
  noteHandedOut(ends: ReadonlyMap<string, number>): Promise<void>;
  /** The notes of an owner; undefined if there are none that can be trusted: then none of its bytes may be removed. */
  handedOut(owner: string): Promise<ReadonlyMap<string, number> | undefined>;
  /** Owners with notes. */
  notedOwners(): Promise<string[]>;
  /** From now on, no bytes of this owner may be removed. */
  forgetNotes(owner: string): Promise<void>;
  /** Removes the lease of a dead owner; from then on, its `confirmLease` fails. */
  endLease(owner: string): Promise<void>;
  /** Owners with a lease. */
  owners(): Promise<string[]>;
  /** Creates a segment; fails if it exists. */
  create(segment: string): Promise<SegmentSink>;
  /** Up to `length` bytes, fewer at the end of the segment; undefined if it does not exist. Never a view of shared memory. */
  read(segment: string, offset: number, length: number): Promise<Uint8Array | undefined>;
  list(): Promise<SegmentListing[]>;
  /**
   * Shortens a segment permanently: only for bytes that its own writer has just written and takes back. A place that cannot do that leaves it
   * unchanged.
   */
  cut(segment: string, sizeBytes: number): Promise<void>;
  /** Removes a segment permanently, as `cut` does. Does nothing if it does not exist. */
  remove(segment: string): Promise<void>;
  /** Moves a segment without a writer, or its end from `fromBytes` on, into the trash. Returns the number of moved bytes. */
  discard(segment: string, fromBytes: number): Promise<number>;
  trash(): Promise<TrashEntry[]>;
  /** Restores an entry to its old place. False if something else is there now; the entry then stays in the trash. */
  putBack(entry: TrashEntry): Promise<boolean>;
  deleteTrash(entry: TrashEntry): Promise<void>;
  /** The installation of this place; undefined until one is named. */
  installation(): Promise<string | undefined>;
  setInstallation(id: string): Promise<void>;
  now(): Promise<number>;
  close(): Promise<void>;
}

export interface PlaceFacts {
  /** Description for people, such as the folder. */
  where: string;
  installation: string | undefined;
  segments: string[];
}

export interface PlaceMember {
  name: string;
  /** True if an administrator's address belongs to this kind of place. */
  accepts(address: string): boolean;
  /** With `isReadOnly`, creates nothing, and nothing can be written. */
  open(address: string, options?: { isReadOnly?: boolean }): Promise<StorePlace>;
  /** Describes the content of an address without creating or changing anything. */
  inspect(address: string): Promise<PlaceFacts>;
}
