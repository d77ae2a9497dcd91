// Time limits count the time of the processor, not of the clock: on a busy machine the same file has to give the same findings.

/** Milliseconds of the processor that this thread has used, for differences. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Tells whether this thread has worked for `limitMs` since the call, or for at least the half of it: the clock, which is asked faster, covers the
 * first half, for a thread cannot have worked longer than the clock says.
 */
export function processorLimit(limitMs: number): () => boolean {
  const half = limitMs / 2;
  const until = performance.now() + half;
  let atHalf: number | undefined;
  return () => {
    if (performance.now() <= until) return false;
    atHalf ??= processorTime();
    return processorTime() - atHalf >= half;
  };
}
