// Custom fields where two people changed one thing: a change names the changed fields alone, and is compared with the same ones.
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
