// The search parameters of the map of a code base.
import { choiceIn, type RawSearch, textIn } from '../address/parameters.ts';

const COLORINGS = ['license', 'review', 'vulnerabilities'] as const;
export type Coloring = (typeof COLORINGS)[number];

export interface MapSearch {
  /** The folder that is shown; absent for the whole code base. */
  below?: string;
  /** What the colours tell; absent for licenses. */
  color?: Exclude<Coloring, 'license'>;
  /** What the areas tell: numbers of files instead of sizes. */
  area?: 'files';
}

export function readMapSearch({ below, color, area }: RawSearch): MapSearch {
  return {
    below: textIn(below),
    color: choiceIn(color, ['review', 'vulnerabilities']),
    area: choiceIn(area, ['files']),
  };
}
