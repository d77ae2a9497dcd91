// Dialogs that create and change the definition of a custom field.
import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { CustomField, NewCustomField } from '../api/models.ts';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { useRefusal } from '../elements/refused-field.ts';
import { type FieldScope, useChangeField, useCreateField } from './queries.ts';

const MODAL = 'custom-field';
const close = () => modals.close(MODAL);
const LONGEST_LABEL = 30;
const LONGEST_HELP_TEXT = 150;
const KINDS = [
  { value: 'TEXT', label: 'Single line of text' },
  { value: 'TEXT_AREA', label: 'Several lines of text' },
  { value: 'DROP_DOWN', label: 'Choice from a list' },
];

export function kindName(type: string): string {
  return KINDS.find(({ value }) => value === type)?.label ?? type;
}

const dialog = { modalId: MODAL, size: 'lg', closeOnClickOutside: false } as const;

export function openNewField(scope: FieldScope): void {
  const title = scope === 'PROJECT' ? 'New project field' : 'New inventory field';
  modals.open({ ...dialog, title, children: <NewField scope={scope} /> });
}

export function openField(field: CustomField): void {
  modals.open({ ...dialog, title: `Edit ${field.fieldLabel}`, children: <ChangeField field={field} /> });
}

interface Values {
  label: string;
  type: NonNullable<NewCustomField['type']>;
  choices: string;
  helpText: string;
  enabled: boolean;
  visible: boolean;
}

export function NewField({ scope }: { scope: FieldScope }) {
  const create = useCreateField();
  const onSuccess = () => {
    close();
    notifyDone(scope === 'PROJECT' ? 'The field was added to projects.' : 'The field was added to inventory items.');
  };
  return (
    <Fields
      initial={{ label: '', type: 'TEXT_AREA', choices: '', helpText: '', enabled: true, visible: true }}
      mayChooseKind={scope === 'PROJECT'}
      action="Create field"
      isPending={create.isPending}
      error={create.error}
      onSubmit={({ choices, ...values }) =>
        create.mutate(
          { ...values, scope, ...(values.type === 'DROP_DOWN' && { choices: choicesIn(choices) }) },
          { onSuccess },
        )
      }
    />
  );
}

export function ChangeField({ field }: { field: CustomField }) {
  const change = useChangeField(field.id, field);
  const { fieldLabel: label, helpText, enabled, visible } = field;
  const onSuccess = () => {
    close();
    notifyDone(`The field ${label} was saved.`);
  };
  return (
    <Fields
      initial={{
        label,
        helpText,
        enabled,
        visible,
        type: field.type as Values['type'],
        choices: field.choices.join('\n'),
      }}
      mayChooseKind={false}
      action="Save"
      isPending={change.isPending}
      error={change.error}
      onSubmit={({ choices, type, ...values }) =>
        change.mutate({ ...values, ...(type === 'DROP_DOWN' && { choices: choicesIn(choices) }) }, { onSuccess })
      }
    />
  );
}

function choicesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

interface FieldsProps {
  initial: Values;
  mayChooseKind: boolean;
  action: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (values: Values) => void;
}

function Fields({ initial, mayChooseKind, action, isPending, error, onSubmit }: FieldsProps) {
  const form = useForm<Values>({
    initialValues: initial,
    validate: {
      label: (label) => (label.trim() === '' ? 'Enter a label.' : null),
      choices: (text, { type }) => (type === 'DROP_DOWN' ? problemOfChoices(choicesIn(text)) : null),
    },
  });
  const unplaced = useRefusal(form, error, { duplicate: 'label' });
  const submit = form.onSubmit((values) => onSubmit({ ...values, label: values.label.trim() }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Label" maxLength={LONGEST_LABEL} data-autofocus {...form.getInputProps('label')} />
        {mayChooseKind && (
          <Select
            label="Type"
            description="Cannot be changed later"
            data={KINDS}
            allowDeselect={false}
            {...form.getInputProps('type')}
          />
        )}
        {form.values.type === 'DROP_DOWN' && (
          <Textarea
            label="Values"
            description="One per line. If you remove a value here, projects and items that have it keep it."
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps('choices')}
          />
        )}
        <Textarea
          label="Help text"
          description="Shown next to the field"
          maxLength={LONGEST_HELP_TEXT}
          autosize
          minRows={1}
          maxRows={4}
          {...form.getInputProps('helpText')}
        />
        <Checkbox
          label="Enabled"
          description="A disabled field is hidden and its values cannot be changed. The values are kept."
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <Checkbox
          label="Show in the web application"
          description="If not selected, only the API can read and write its values."
          {...form.getInputProps('visible', { type: 'checkbox' })}
        />
        <Refused error={unplaced} />
        <Buttons action={action} isPending={isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

const MOST_CHOICES = 200;
const LONGEST_CHOICE = 128;

export function problemOfChoices(choices: readonly string[]): string | null {
  if (choices.length === 0) return 'Enter at least one value.';
  if (choices.length > MOST_CHOICES) return `Enter at most ${MOST_CHOICES} values. The list has ${choices.length}.`;
  const twice = choices.find((choice, at) => choices.indexOf(choice) !== at);
  if (twice !== undefined) return `“${twice}” is listed twice.`;
  const long = choices.find((choice) => choice.length > LONGEST_CHOICE);
  return long === undefined ? null : `“${long.slice(0, 20)}…” has more than ${LONGEST_CHOICE} characters.`;
}
