// How long the same question takes, asked one time after the other.

export interface Times {
  median: number;
  p95: number;
}

/** Milliseconds of `count` calls. */
export async function timesOf(ask: () => Promise<unknown>, count: number): Promise<Times> {
  const times: number[] = [];
  for (let time = 0; time < count; time++) {
    const start = performance.now();
    await ask();
    times.push(Math.round(performance.now() - start));
  }
  times.sort((a, b) => a - b);
  return { median: times[count >> 1] ?? 0, p95: times[Math.floor(count * 0.95)] ?? 0 };
}
