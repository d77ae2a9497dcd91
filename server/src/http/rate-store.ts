// Counts calls for the rate limits, by a clock that nobody can set. The plugin's own store looks at the time of day: after a clock was set back by a day, its
// counts would stay for a day, and whoever has called too often would be refused until then.

interface Window {
  calls: number;
  begunAt: number;
}

/** Beyond this number of callers, the ones who came first are forgotten. */
const MOST_CALLERS = 5000;

export class RateStore {
  readonly #windows = new Map<string, Window>();
  readonly #clock: () => number;

  /** The plugin gives its options. */
  constructor(_options?: unknown, clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Counts a call, and tells how many there were in the window and how many milliseconds of it are left. */
  incr(
    key: string,
    done: (error: Error | null, found?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = this.#clock();
    const before = this.#windows.get(key);
    const window = before && now - before.begunAt < windowMs ? before : { calls: 0, begunAt: now };
    window.calls++;
    this.#windows.set(key, window);
    if (this.#windows.size > MOST_CALLERS) this.#windows.delete(this.#windows.keys().next().value as string);
    done(null, { current: window.calls, ttl: Math.ceil(windowMs - (now - window.begunAt)) });
  }

  /** Each route counts by itself. */
  child(): RateStore {
    return new RateStore(undefined, this.#clock);
  }
}
