// The fields of a schedule, and its words.
import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { frequencyValues, weekdayValues } from '../api/described.ts';
import type { AlmSchedule } from '../api/models.ts';

const WORDS: Record<(typeof frequencyValues)[number], string> = {
  NEVER: 'Only on request',
  HOURLY: 'Every few hours',
  DAILY: 'Once a day',
  WEEKLY: 'Once a week',
};
const FREQUENCIES = frequencyValues.map((value) => ({ value, label: WORDS[value] }));
const DAYS = weekdayValues.map((day) => ({ value: day, label: day.charAt(0) + day.slice(1).toLowerCase() }));

export function scheduleText({ frequency, everyHours, at, on }: AlmSchedule): string {
  if (frequency === 'HOURLY') return `Every ${everyHours} hours`;
  if (frequency === 'DAILY') return `Once a day at ${at} UTC`;
  if (frequency === 'WEEKLY') return `${DAYS.find(({ value }) => value === on)?.label}s at ${at} UTC`;
  return 'Only on request';
}

interface TimetableFieldsProps<Values extends AlmSchedule> {
  label: string;
  form: UseFormReturnType<Values>;
  /** Fields before those of the schedule. */
  children?: ReactNode;
}

export function TimetableFields<Values extends AlmSchedule>({ label, form, children }: TimetableFieldsProps<Values>) {
  const { frequency } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, sm: 4 }} spacing="sm">
      {children}
      <Select label={label} data={FREQUENCIES} allowDeselect={false} {...form.getInputProps('frequency')} />
      {frequency === 'HOURLY' && (
        <NumberInput label="Interval in hours" min={1} max={168} {...form.getInputProps('everyHours')} />
      )}
      {frequency === 'WEEKLY' && <Select label="On" data={DAYS} allowDeselect={false} {...form.getInputProps('on')} />}
      {(frequency === 'DAILY' || frequency === 'WEEKLY') && (
        <TextInput label="At (UTC)" placeholder="03:30" {...form.getInputProps('at')} />
      )}
    </SimpleGrid>
  );
}
