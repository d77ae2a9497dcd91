// Comparisons that were just made, so that the pages of one fit together and its sides are not read again for each page.

const REMEMBERED_MS = 5 * 60_000;
const MOST_COMPARISONS = 4;
/** In all of them together; a larger one is compared anew for each page. */
const MOST_ROWS = 200_000;

export class RememberedComparisons<Comparison extends { rows: readonly unknown[] }> {
  readonly #known = new Map<string, { comparison: Comparison; at: number }>();

  find(key: string, now: Date): Comparison | undefined {
    const known = this.#known.get(key);
    return known !== undefined && now.getTime() - known.at < REMEMBERED_MS ? known.comparison : undefined;
  }

  keep(key: string, comparison: Comparison, now: Date): void {
    this.#known.delete(key);
    this.#known.set(key, { comparison, at: now.getTime() });
    const rows = () => [...this.#known.values()].reduce((sum, one) => sum + one.comparison.rows.length, 0);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= MOST_COMPARISONS && rows() <= MOST_ROWS) return;
      this.#known.delete(oldest);
    }
  }
}
