// @vitest-environment happy-dom
// Every field of items that the interface describes has an input on the page, or is edited by the form of the details.
import { useForm } from '@mantine/form';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ITEM_FIELDS } from '../api/described.ts';
import type { InventoryItem } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { ItemFieldInputs } from './item-field-inputs.tsx';
import { changedValues, editedValues, fieldsOfKind, type ItemField } from './item-fields.ts';

let stage: Stage;
afterEach(() => stage.close());

/** The details have inputs of their own for these; the confidence is shown only. */
const IN_DETAILS = ['name', 'priority', 'url', 'description', 'confidenceLevel'];
const FIELDS = fieldsOfKind('usage', 'note', 'license-text', 'link');
const item = Object.fromEntries(
  ITEM_FIELDS.map((field) => [field.shownAs, shownOf(field)]),
) as unknown as InventoryItem;

function shownOf(field: ItemField): string | boolean {
  if (field.name === 'disclosed') return true;
  return 'values' in field ? (field.values.at(-1) ?? '') : `shown ${field.title}`;
}

function Inputs({ may }: { may: (right: string) => boolean }) {
  const form = useForm({ initialValues: { fields: editedValues(item, FIELDS) } });
  return (
    <>
      <ItemFieldInputs form={form} fields={FIELDS} may={may} />
      <output>{JSON.stringify(changedValues(item, form.values.fields, FIELDS))}</output>
    </>
  );
}

async function show(may: (right: string) => boolean) {
  stage = await startStage({});
  stage.show(<Inputs may={may} />);
  await screen.findByLabelText('Audit notes');
}

const inputOf = (field: ItemField) =>
  screen.getByRole<HTMLInputElement>('values' in field ? 'combobox' : 'textbox', { name: field.title });

it('each field has an input with its value', async () => {
  await show(() => true);
  expect(ITEM_FIELDS.map(({ name }) => name as string).filter((name) => !IN_DETAILS.includes(name))).toEqual(
    FIELDS.map(({ name }) => name),
  );
  for (const field of FIELDS) {
    const shown = shownOf(field);
    const words = 'values' in field ? /^[A-Z][a-z ]*$/ : new RegExp(`^shown ${field.title}$`);
    expect(inputOf(field).value, String(shown)).toMatch(words);
    expect(inputOf(field).readOnly && !('values' in field)).toBe(false);
  }
});

it('only changed values are sent, by the names of changes', async () => {
  await show(() => true);
  expect(screen.getByRole('status').textContent).toBe('{}');
  await stage.user.click(screen.getByRole('combobox', { name: 'Linking' }));
  await stage.user.click(await screen.findByRole('option', { name: 'Not linked' }));
  await stage.user.clear(screen.getByRole('textbox', { name: 'Audit notes' }));
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({ linking: 'NOT_LINKED', auditorReviewNotes: '' });
});

it('a field is read-only without its right', async () => {
  await show((right) => right !== 'EDIT_INVENTORY_NOTES');
  const locked = FIELDS.filter(({ right }) => right === 'EDIT_INVENTORY_NOTES');
  expect(locked.length).toBeGreaterThan(3);
  for (const field of locked) expect(inputOf(field).readOnly).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Notices text' }).readOnly).toBe(false);
});
