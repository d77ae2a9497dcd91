// Compares custom fields if two people changed one object. A change contains only the changed fields, so only those are
// compared.
import type { Member } from '../editing/both-texts.ts';

interface Value {
  id: number;
  value?: string | null;
}

export const CUSTOM_FIELDS: Member = {
  label: 'Custom fields',
  of: ({ customFields }, mine) =>
    (mine as Value[]).map(({ id }) => ({
      id,
      value: (customFields as Value[]).find((one) => one.id === id)?.value ?? '',
    })),
  text: (values) => (values as Value[]).map(({ value }) => value).join('\n'),
};
