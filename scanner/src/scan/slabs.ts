// Shared memory into which the files of a batch are read, so that they need not be copied on their way to a thread. A slab is used again when
// its batch is done.

/** Room for a full batch and its last file, when that is not a large one. */
const SLAB_BYTES = 1280 * 1024;

export interface Slabs {
  /** Room in the slab of the batch that is being gathered; undefined when it does not suffice. */
  allocate(sizeBytes: number): Uint8Array | undefined;
  /** Ends the gathering. The answer is to be called when nobody reads the batch any more. */
  detach(): () => void;
}

export function createSlabs(): Slabs {
  const free: SharedArrayBuffer[] = [];
  let current: SharedArrayBuffer | undefined;
  let used = 0;
  return {
    allocate(sizeBytes) {
      if (used + sizeBytes > SLAB_BYTES) return undefined;
      current ??= free.pop() ?? new SharedArrayBuffer(SLAB_BYTES);
      const bytes = new Uint8Array(current, used, sizeBytes);
      used += sizeBytes;
      return bytes;
    },
    detach() {
      const detached = current;
      current = undefined;
      used = 0;
      return () => {
        if (detached) free.push(detached);
      };
    },
  };
}
