// The fields of a decision about a vulnerability, shared by the forms for one and for many.
import { Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import type { AnalysisOfMany } from '../api/models.ts';
import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } from '../elements/analysis-words.ts';
import { required } from '../elements/form-faults.ts';

export interface AnalysisValues {
  /** Null until the user has chosen: no decision is suggested. */
  state: AnalysisOfMany['state'] | null;
  justification: AnalysisOfMany['justification'] | null;
  response: AnalysisOfMany['response'] | null;
  remarks: string;
  suppress: boolean;
  /** For example `2027-05-01`. '' means no end. */
  expiresOn: string;
}

export const NEW_ANALYSIS: AnalysisValues = {
  state: null,
  justification: null,
  response: null,
  remarks: '',
  suppress: false,
  expiresOn: '',
};

/** @param asksState false for values that decide nothing, for example when a decision is withdrawn: they need no state */
export function analysisFaults<Values extends AnalysisValues>(asksState: (values: Values) => boolean = () => true) {
  return {
    state: (state: AnalysisValues['state'], values: Values) =>
      state === null && asksState(values) ? 'Choose what you decide.' : null,
    remarks: required,
  };
}

export function analysisOf({ state, justification, response, remarks, suppress, expiresOn }: AnalysisValues) {
  if (state === null) throw new Error('The form was sent without a state.');
  return {
    state,
    ...(justification && { justification }),
    ...(response && { response }),
    detail: remarks.trim(),
    suppress,
    ...(expiresOn !== '' && { expiresOn }),
  };
}

const OPEN_STATES: readonly string[] = ['IN_TRIAGE', 'EXPLOITABLE'];

/** What is still open or affects the product goes on counting, unless the user checks the box again. */
function stateChange(value: string | null): Partial<AnalysisValues> {
  const state = ANALYSIS_STATES.find((one) => one.value === value)?.value;
  return state === undefined ? {} : { state, suppress: !OPEN_STATES.includes(state) };
}

export function stateLabel(state: string): string {
  return ANALYSIS_STATES.find(({ value }) => value === state)?.label ?? state;
}

/** ", was affected", or '' if nothing was decided before. */
export function wasText(stateBefore: string): string {
  return stateBefore === '' ? '' : `, was ${stateLabel(stateBefore).toLowerCase()}`;
}

export function AnalysisFields<Values extends AnalysisValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <Select
        label="State"
        placeholder="Choose what you decide"
        required
        data={ANALYSIS_STATES}
        allowDeselect={false}
        {...form.getInputProps('state')}
        onChange={(value) => form.setValues(stateChange(value) as Partial<Values>)}
      />
      <Select label="Justification" data={ANALYSIS_JUSTIFICATIONS} clearable {...form.getInputProps('justification')} />
      <Select label="Response" data={ANALYSIS_RESPONSES} clearable {...form.getInputProps('response')} />
      <Checkbox
        label="Suppress it: leave it out of counts, lists and policies"
        {...form.getInputProps('suppress', { type: 'checkbox' })}
      />
    </>
  );
}

interface WordsProps<Values extends AnalysisValues> {
  form: UseFormReturnType<Values>;
  /** For a form that asks for the end in its own way. */
  hidesDay?: boolean;
}

export function WordsAndDay<Values extends AnalysisValues>({ form, hidesDay = false }: WordsProps<Values>) {
  return (
    <>
      {!hidesDay && (
        <TextInput
          label="Valid until"
          type="date"
          description="After this day the vulnerability counts again and users are notified. If empty, the decision has no end."
          {...form.getInputProps('expiresOn')}
        />
      )}
      <Textarea
        label="Explanation"
        autosize
        minRows={3}
        data-autofocus
        required
        onKeyDown={submitByKey}
        {...form.getInputProps('remarks')}
      />
      <Text size="xs" c="dimmed">
        The history records who decided it, when and why. Ctrl+Enter continues.
      </Text>
    </>
  );
}

/** Enter alone begins a new line. */
function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
