// What people say about many vulnerabilities: the state, why, what is done, and until when.
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } from '../elements/analysis-words.ts';
import type { AnalysisParts, OrderParts } from './actions.ts';

interface ChoiceProps {
  action: 'SUPPRESS' | 'ANALYZE';
  parts: Omit<OrderParts, 'rows' | 'reason'>;
  onChange: (part: Partial<OrderParts>) => void;
}

export function AnalysisChoice({ action, parts, onChange }: ChoiceProps) {
  const analysis = parts.analysis ?? {};
  const set = (member: keyof AnalysisParts, value: string | null) => {
    const { [member]: _, ...others } = analysis;
    onChange({ analysis: value === null ? others : ({ ...others, [member]: value } as AnalysisParts) });
  };
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing={8}>
      <Select
        label="State"
        placeholder="Choose what you decide"
        description={action === 'SUPPRESS' ? 'They leave counts, lists and policies.' : 'They go on counting.'}
        required
        data={ANALYSIS_STATES}
        value={analysis.state ?? null}
        onChange={(value) => set('state', value)}
        allowDeselect={false}
        data-autofocus
      />
      <Select
        label="Justification"
        description="Why you are not affected."
        data={ANALYSIS_JUSTIFICATIONS}
        value={analysis.justification ?? null}
        onChange={(value) => set('justification', value)}
        clearable
      />
      <Select
        label="Response"
        description="What is done about them."
        data={ANALYSIS_RESPONSES}
        value={analysis.response ?? null}
        onChange={(value) => set('response', value)}
        clearable
      />
      <TextInput
        label="Valid until"
        type="date"
        description="Then they count again. Empty: no end."
        value={parts.expiresOn ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ expiresOn: value || undefined })}
      />
    </SimpleGrid>
  );
}
