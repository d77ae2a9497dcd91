// The search parameters of a comparison: two sides, as the interface names them, and the rows that are shown.
import { choiceIn, type RawSearch, textIn } from '../address/parameters.ts';
import { KINDS, type Kind } from './kinds.ts';

export interface CompareSearch {
  /** `scan:ID`, `sbom:ID`, `release:ID` or `project:ID`; the present inventory of the project without it. */
  of?: string;
  /** The other side; `inventory` is the present one of the project. */
  with?: string;
  kind?: Kind;
  /** Only published items. */
  published?: true;
}

const SIDE = /^(?:inventory|(?:project|sbom|scan|release):[1-9]\d{0,15})$/;

function sideIn(value: unknown): string | undefined {
  const text = textIn(value);
  return text !== undefined && SIDE.test(text) ? text : undefined;
}

export function readCompareSearch(search: RawSearch): CompareSearch {
  return {
    of: sideIn(search.of),
    with: sideIn(search.with),
    kind: choiceIn(search.kind, KINDS),
    published: search.published === true || search.published === 'true' ? true : undefined,
  };
}
