// Functions that stay the same from drawing to drawing, and do what those of the last drawing do. What gets them is not drawn anew because of them.
import { useLayoutEffect, useState } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: functions of any parameters
type Acts = Record<string, (...parameters: any[]) => unknown>;

/** For functions that are called by keys, clicks and effects, not while something is drawn. */
export function useStable<Named extends Acts>(acts: Named): Named {
  const [{ stable, latest }] = useState(() => {
    const latest = { acts };
    const names: (keyof Named)[] = Object.keys(acts);
    const entries = names.map((name) => [name, (...parameters: unknown[]) => latest.acts[name]?.(...parameters)]);
    return { latest, stable: Object.fromEntries(entries) as Named };
  });
  useLayoutEffect(() => {
    latest.acts = acts;
  });
  return stable;
}
