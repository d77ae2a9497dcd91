// The inputs for fields of an item. They are a part of its forms.
import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { locked } from '../elements/locked.ts';
import { spoken } from '../elements/words.ts';
import type { EditedFields, ItemField } from './item-fields.ts';

interface ItemFieldInputsProps<Values> {
  form: UseFormReturnType<Values>;
  fields: readonly ItemField[];
  /** Whether the user has a right in the project. */
  may: (right: string) => boolean;
}

export function ItemFieldInputs<Values extends { fields: EditedFields }>({
  form,
  fields,
  may,
}: ItemFieldInputsProps<Values>) {
  return fields.map((field) => {
    const isLocked = !may(field.right);
    const { value, ...props } = form.getInputProps(`fields.${field.name}`);
    const input = { label: field.title, ...locked(isLocked), ...props, value: value ?? '' };
    if ('values' in field) {
      const options = field.values.map((one) => ({ value: one, label: spoken(one) }));
      return <Select key={field.name} {...input} data={options} allowDeselect={false} />;
    }
    if (field.kind === 'link') return <TextInput key={field.name} {...input} maxLength={field.most} />;
    return <Textarea key={field.name} {...input} maxLength={field.most} autosize minRows={1} maxRows={8} />;
  });
}
