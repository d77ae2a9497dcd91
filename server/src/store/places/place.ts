// What the store asks of the place where its segments lie. Written so that object storage can answer it too:
// a segment is created once, appended to by one writer, made durable at `sync`, and then only read, cut or removed.

export interface SegmentListing {
  segment: string;
  sizeBytes: number;
  /** By the clock of the place, comparable with `Place.now()`. */
  modifiedAtMs: number;
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
  ownerState(owner: string): Promise<'alive' | 'dead' | 'unknown'>;
  /** Removes what is left of a dead owner's lease; from then on its `confirmLease` fails. */
  endLease(owner: string): Promise<void>;
  /** Owners that left a lease. */
  owners(): Promise<string[]>;
  /** Creates a segment that must not exist yet. */
  create(segment: string): Promise<SegmentSink>;
  /** Up to `length` bytes, fewer where the segment ends; undefined when there is no such segment. Never a view of shared memory. */
  read(segment: string, offset: number, length: number): Promise<Uint8Array | undefined>;
  list(): Promise<SegmentListing[]>;
  /** Shortens a segment that has no writer. A place that cannot leaves it as it is. */
  cut(segment: string, sizeBytes: number): Promise<void>;
  /** Does nothing when there is no such segment. */
  remove(segment: string): Promise<void>;
  now(): Promise<number>;
  close(): Promise<void>;
}

export interface PlaceMember {
  name: string;
  /** True when an address as given by the administrator belongs to this kind of place. */
  accepts(address: string): boolean;
  open(address: string): Promise<Place>;
}
