// Functions and values that stay the same from drawing to drawing. What gets them is not drawn anew because of them.
import { shallowEqual } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: functions of any parameters
type Acts = Record<string, (...parameters: any[]) => unknown>;

/** They do what those of the last drawing do. For functions that are called by keys, clicks and effects, not while something is drawn. */
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

/** The object of an earlier drawing as long as it has the same values. */
export function useSame<Values extends object>(values: Values): Values {
  const kept = useRef(values);
  if (!shallowEqual(kept.current, values)) kept.current = values;
  return kept.current;
}
