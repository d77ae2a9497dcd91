// Whether items were compared with advisories, as a filter of lists.
import { Select } from '@mantine/core';
import { COVERAGES, type Coverage } from './coverages.ts';

const WORDS: Record<Coverage, string> = { compared: 'Compared with advisories', 'not-compared': 'Not compared' };

/** For lists whose rows belong to items. */
export const OF_ITEMS: Record<Coverage, string> = {
  compared: 'Of compared items',
  'not-compared': 'Of items not compared',
};

interface CoverageChoiceProps {
  value: Coverage | undefined;
  onChange(coverage: Coverage | undefined): void;
  /** What the words say of a list whose rows are not items. */
  words?: Record<Coverage, string>;
  width?: number;
  size?: 'xs' | 'sm';
}

export function CoverageChoice({ value, onChange, words = WORDS, width = 145, size = 'xs' }: CoverageChoiceProps) {
  return (
    <Select
      size={size}
      aria-label="Comparison with advisories"
      placeholder="Any comparison"
      data={COVERAGES.map((coverage) => ({ value: coverage, label: words[coverage] }))}
      clearable
      value={value ?? null}
      onChange={(coverage) => onChange((coverage ?? undefined) as Coverage | undefined)}
      w={width}
    />
  );
}
