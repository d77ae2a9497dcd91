// Serves small reads of an archive from larger pieces, because the entries of a zip are close together. Use one window per access pattern.
import type { ArchiveSource } from '../source.ts';

const WINDOW_BYTES = 1 << 20;

export interface Window {
  /** `length` bytes from `position`, or fewer at the end. A view whose memory is not reused. */
  readAt(position: number, length: number): Promise<Uint8Array>;
}

export function createWindow(source: ArchiveSource): Window {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  return {
    async readAt(position, length) {
      const at = position - start;
      if (at >= 0 && at + length <= bytes.length) return bytes.subarray(at, at + length);
      if (length > WINDOW_BYTES / 2) return source.readAt(position, length);
      bytes = await source.readAt(position, WINDOW_BYTES);
      start = position;
      return bytes.subarray(0, length);
    },
  };
}
