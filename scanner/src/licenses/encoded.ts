// Runs of letters and digits that encode bytes (base64, armor, keys): what they spell is chance. Pure.

/** Shorter runs may be paths and names. */
const LEAST_BYTES = 50;
const REACH_BYTES = 120;

const ENDS_WITH_RUN = /[A-Za-z0-9+/=]*$/;
const BEGINS_WITH_RUN = /^[A-Za-z0-9+/=]*/;

/** Whether what stands at [startByte, endByte) is inside of such a run. */
export function isInsideEncoded(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  const textOf = (from: number, to: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from)).toString('latin1');
  const run =
    ENDS_WITH_RUN.exec(textOf(Math.max(0, startByte - REACH_BYTES), startByte))![0] +
    BEGINS_WITH_RUN.exec(textOf(startByte, Math.min(bytes.length, endByte + REACH_BYTES)))![0];
  return run.length >= LEAST_BYTES && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}
