// Counts what a walk over records holds for each ecosystem and release, so that `coverageOf` can tell what was compared.
import type { AdvisoryItem } from './advisory.ts';
import { type HeldData, type HeldPart, nameKey, newestOf } from './coverage.ts';
import { distributionOf, isDistributed } from './names.ts';

export interface HeldCount {
  add(source: string, item: AdvisoryItem): void;
  finish(): HeldData;
}

/** @param wanted keys of the names that packages have; other names are not kept. */
export function createHeldCount(wanted: ReadonlySet<string>): HeldCount {
  const parts = new Map<string, HeldPart>();
  const names = new Set<string>();
  return {
    add(source, item) {
      if (item.type !== 'advisory' || item.advisory.withdrawn !== null) return;
      const { kind, affected, modified, published } = item.advisory;
      const counted = new Set<string>();
      for (const { type, name, release } of affected) {
        const key = nameKey(type, name);
        if (wanted.has(key)) names.add(key);
        if (kind !== 'vulnerability') continue;
        const distribution = isDistributed(type) ? distributionOf(name) : '';
        const place = [source, type, distribution, release].join('\n');
        if (counted.has(place)) continue;
        counted.add(place);
        const part = parts.get(place) ?? { source, type, distribution, release, records: 0, newest: null };
        part.records++;
        part.newest = newestOf([part, { newest: modified ?? published }]);
        parts.set(place, part);
      }
    },
    finish: () => ({ parts: [...parts.values()], names }),
  };
}
