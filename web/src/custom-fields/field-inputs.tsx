// The inputs for custom fields. They are a part of the form of the project or item.
import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CustomField } from '../api/models.ts';
import { locked } from '../elements/locked.ts';
import { choicesOf, FIELDS_PATH, type FieldValues, keyOf, longestValue } from './field-values.ts';

interface FieldInputsProps<Values> {
  form: UseFormReturnType<Values>;
  fields: CustomField[];
  isReadOnly: boolean;
}

export function FieldInputs<Values extends { customFields: FieldValues }>({
  form,
  fields,
  isReadOnly,
}: FieldInputsProps<Values>) {
  return fields.map((field) => {
    const path = `${FIELDS_PATH}.${keyOf(field.id)}`;
    const { value: given, ...props } = form.getInputProps(path);
    // A form for a new object has no values yet.
    const value: string = given ?? '';
    const input = {
      label: field.fieldLabel,
      description: field.helpText || undefined,
      ...locked(isReadOnly),
      ...props,
      value,
    };
    if (field.type === 'DROP_DOWN') {
      return (
        <Select
          key={field.id}
          {...input}
          data={choicesOf(field, value)}
          placeholder="None"
          clearable={!isReadOnly}
          searchable={field.choices.length > 10}
          value={value || null}
          onChange={(choice) => form.setFieldValue(path, (choice ?? '') as never)}
        />
      );
    }
    const text = { ...input, maxLength: longestValue(field) };
    return field.type === 'TEXT' ? (
      <TextInput key={field.id} {...text} />
    ) : (
      <Textarea key={field.id} {...text} autosize minRows={1} maxRows={8} />
    );
  });
}
