// Runs of letters and digits that encode bytes (base64, armor, keys) contain license names by chance. Pure.
import { firstOf, present } from '../../items.ts';
import { stretchOf } from './stretch.ts';

/** Shorter runs may be paths and names. */
const LEAST_BYTES = 50;
const REACH_BYTES = 120;

const ENDS_WITH_RUN = /[A-Za-z0-9+/=]*$/;
const BEGINS_WITH_RUN = /^[A-Za-z0-9+/=]*/;

/** Whether [startByte, endByte) is inside such a run. */
export function isInsideEncoded(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const run =
    firstOf(present(ENDS_WITH_RUN.exec(stretchOf(bytes, startByte - REACH_BYTES, startByte)), 'run before')) +
    firstOf(present(BEGINS_WITH_RUN.exec(stretchOf(bytes, startByte, endByte + REACH_BYTES)), 'run behind'));
  return run.length >= LEAST_BYTES && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}
