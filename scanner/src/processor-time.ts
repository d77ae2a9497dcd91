// Time limits count the time of the processor, not of the clock: on a busy machine the same file has to give the same findings.

/** Milliseconds of the processor that this thread has used, for differences. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
