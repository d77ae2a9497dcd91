// What the store asks of the place where its segments lie. Written so that object storage can answer it too:
// a segment is created once, appended to by one writer, made durable at `sync`, and then only read, cut or removed.

/** Whether the server that holds something still runs. */
export type OwnerState = 'alive' | 'dead' | 'unknown';

export interface SegmentListing {
  segment: string;
  sizeBytes: number;
  /** By the clock of the place, comparable with `Place.now()`. */
  modifiedAtMs: number;
}

/** Bytes that were taken out of the store: a whole segment, or its end from `fromBytes` on. */
export interface TrashEntry {
  segment: string;
  fromBytes: number;
  sizeBytes: number;
  /** By the clock of the place. */
  trashedAtMs: number;
}

export interface SegmentSink {
  /** Appends the pieces one after another. When it rejects, the sink is not to be used again. */
  append(pieces: readonly Uint8Array[]): Promise<void>;
  /**
   * Makes everything appended durable, together with the segment's existence. A place that can only do so by ending the segment (an
   * object store completes the multipart upload) answers `isSealed: true`; the writer then goes on in a new segment.
   */
  sync(): Promise<{ isSealed: boolean }>;
  /** Takes back bytes that no location names: the next append goes to `sizeBytes`. False when the place cannot; they stay as garbage. */
  rewind(sizeBytes: number): Promise<boolean>;
  close(): Promise<void>;
}

export interface Place {
  /** The id of this store instance: begins the names of its segments. Unique among all that ever opened the place. */
  readonly owner: string;
  /** Takes the lease when this instance has none yet. Must have resolved before the first segment is created. */
  takeLease(): Promise<void>;
  /** Rejects when another process has declared this instance dead. */
  confirmLease(): Promise<void>;
  /** `unknown` counts as alive. */
  ownerState(owner: string): Promise<OwnerState>;
  /** Makes durable up to where segments of this instance were handed out, before `flush` returns the locations. */
  noteHandedOut(ends: ReadonlyMap<string, number>): Promise<void>;
  /** What an owner noted; undefined when there is no note of it that can be trusted: then nothing that it wrote may be taken out. */
  handedOut(owner: string): Promise<ReadonlyMap<string, number> | undefined>;
  /** Owners that left notes. */
  notedOwners(): Promise<string[]>;
  /** Nothing that this owner wrote is ever to be taken out from now on. */
  forgetNotes(owner: string): Promise<void>;
  /** Removes what is left of a dead owner's lease; from then on its `confirmLease` fails. */
  endLease(owner: string): Promise<void>;
  /** Owners that left a lease. */
  owners(): Promise<string[]>;
  /** Creates a segment that must not exist yet. */
  create(segment: string): Promise<SegmentSink>;
  /** Up to `length` bytes, fewer where the segment ends; undefined when there is no such segment. Never a view of shared memory. */
  read(segment: string, offset: number, length: number): Promise<Uint8Array | undefined>;
  list(): Promise<SegmentListing[]>;
  /** Shortens a segment for good: only for what its own writer has just written and takes back. A place that cannot leaves it as it is. */
  cut(segment: string, sizeBytes: number): Promise<void>;
  /** Removes a segment for good, as `cut` does. Does nothing when there is no such segment. */
  remove(segment: string): Promise<void>;
  /** Moves a segment that has no writer, or its end from `fromBytes` on, into the trash. Answers the bytes moved. */
  discard(segment: string, fromBytes: number): Promise<number>;
  trash(): Promise<TrashEntry[]>;
  /** Puts an entry back where it came from. False when something else stands there by now; the entry then stays in the trash. */
  putBack(entry: TrashEntry): Promise<boolean>;
  deleteTrash(entry: TrashEntry): Promise<void>;
  /** The installation that this place belongs to; undefined while none has been named. */
  installation(): Promise<string | undefined>;
  setInstallation(id: string): Promise<void>;
  now(): Promise<number>;
  close(): Promise<void>;
}

export interface PlaceFacts {
  /** For people: the folder, say. */
  where: string;
  installation: string | undefined;
  segments: string[];
}

export interface PlaceMember {
  name: string;
  /** True when an address as given by the administrator belongs to this kind of place. */
  accepts(address: string): boolean;
  /** `isReadOnly`: makes nothing there, and nothing can be written. */
  open(address: string, options?: { isReadOnly?: boolean }): Promise<Place>;
  /** What lies at an address, without making or changing anything. */
  inspect(address: string): Promise<PlaceFacts>;
}
