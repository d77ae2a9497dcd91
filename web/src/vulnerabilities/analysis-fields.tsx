// The fields of a decision about a vulnerability, shared by the forms for one and for many.
import { Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import type { AnalysisOfMany } from '../api/models.ts';
import { required } from '../elements/form-faults.ts';

const STATES: { value: AnalysisOfMany['state']; label: string }[] = [
  { value: 'NOT_AFFECTED', label: 'Not affected' },
  { value: 'FALSE_POSITIVE', label: 'False positive' },
  { value: 'RESOLVED', label: 'Resolved' },
  { value: 'RESOLVED_WITH_PEDIGREE', label: 'Resolved, with proof' },
  { value: 'IN_TRIAGE', label: 'In triage' },
  { value: 'EXPLOITABLE', label: 'Exploitable' },
];
const JUSTIFICATIONS: { value: NonNullable<AnalysisOfMany['justification']>; label: string }[] = [
  { value: 'CODE_NOT_PRESENT', label: 'The vulnerable code is not present' },
  { value: 'CODE_NOT_REACHABLE', label: 'The vulnerable code is never reached' },
  { value: 'REQUIRES_CONFIGURATION', label: 'Needs a configuration that we do not use' },
  { value: 'REQUIRES_DEPENDENCY', label: 'Needs a dependency that we do not have' },
  { value: 'REQUIRES_ENVIRONMENT', label: 'Needs an environment that we do not run in' },
  { value: 'PROTECTED_BY_COMPILER', label: 'The compiler protects against it' },
  { value: 'PROTECTED_AT_RUNTIME', label: 'Protected at run time' },
  { value: 'PROTECTED_AT_PERIMETER', label: 'Protected at the perimeter' },
  { value: 'PROTECTED_BY_MITIGATING_CONTROL', label: 'Another control protects against it' },
];
const RESPONSES: { value: NonNullable<AnalysisOfMany['response']>; label: string }[] = [
  { value: 'UPDATE', label: 'Update' },
  { value: 'ROLLBACK', label: 'Roll back' },
  { value: 'WORKAROUND_AVAILABLE', label: 'A workaround is available' },
  { value: 'WILL_NOT_FIX', label: 'Will not be fixed' },
  { value: 'CAN_NOT_FIX', label: 'Cannot be fixed' },
];

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
  const state = STATES.find((one) => one.value === value)?.value;
  return state === undefined ? {} : { state, suppress: !OPEN_STATES.includes(state) };
}

export function stateLabel(state: string): string {
  return STATES.find(({ value }) => value === state)?.label ?? state;
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
        data={STATES}
        allowDeselect={false}
        {...form.getInputProps('state')}
        onChange={(value) => form.setValues(stateChange(value) as Partial<Values>)}
      />
      <Select label="Justification" data={JUSTIFICATIONS} clearable {...form.getInputProps('justification')} />
      <Select label="Response" data={RESPONSES} clearable {...form.getInputProps('response')} />
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
