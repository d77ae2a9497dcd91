// Converts values of custom fields between the API and a form.
import { expect, it } from 'vitest';
import type { CustomField } from '../api/models.ts';
import { changedFields, choicesOf, fieldNames, longestValue, shownFields, valuesOf } from './field-values.ts';

const field = (more: Partial<CustomField> = {}): CustomField => ({
  id: 3,
  scope: 'PROJECT',
  fieldLabel: 'Stage',
  type: 'DROP_DOWN',
  helpText: '',
  choices: ['dev', 'live'],
  enabled: true,
  visible: true,
  ...more,
});

it('shows fields that are enabled and visible in their scope', () => {
  const fields = [
    field(),
    field({ id: 4, enabled: false }),
    field({ id: 5, visible: false }),
    field({ id: 6, scope: 'INVENTORY' }),
  ];
  expect(shownFields(fields, 'PROJECT').map(({ id }) => id)).toEqual([3]);
  expect(shownFields(fields, 'INVENTORY').map(({ id }) => id)).toEqual([6]);
});

it('sends only changed values; a blank removes a value', () => {
  const before = valuesOf([
    { id: 3, fieldLabel: 'Stage', value: 'dev' },
    { id: 4, fieldLabel: 'Name', value: null },
    { id: 5, fieldLabel: 'Owner', value: 'Ada' },
  ]);
  expect(before).toEqual({ f3: 'dev', f4: '', f5: 'Ada' });
  expect(changedFields(before, { f3: '', f4: '', f5: 'Grace' })).toEqual([
    { id: 3, value: '' },
    { id: 5, value: 'Grace' },
  ]);
});

it('still offers a stored value that was removed from the list', () => {
  expect(choicesOf(field(), 'test')).toEqual(['test', 'dev', 'live']);
  expect(choicesOf(field(), 'live')).toEqual(['dev', 'live']);
  expect(choicesOf(field(), '')).toEqual(['dev', 'live']);
});

it.each([
  ['PROJECT', 'TEXT', 128],
  ['PROJECT', 'TEXT_AREA', 512],
  ['INVENTORY', 'TEXT_AREA', 64_000],
])('a field of type %s %s accepts %d characters', (scope, type, longest) =>
  expect(longestValue(field({ scope, type }))).toBe(longest),
);

it('names fields by their labels', () => expect(fieldNames([field()])).toEqual({ Stage: 'customFields.f3' }));
