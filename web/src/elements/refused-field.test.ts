// Which field of a form a refusal of the server belongs to.
import { expect, it } from 'vitest';
import { fieldOf, wordsAtField } from './refused-field.ts';

const FIELDS = ['name', 'url', 'events'];

it.each([
  ['The field "url" must be NA or an address that begins with http:// or https://.', 'url'],
  ['The field "events.0" must be one of project.created.', 'events'],
  ['The field "events[0]" must not contain the NUL character', 'events'],
  ['The field "names" is not known.', undefined],
  ['A custom component with the name "url-parse" already exists.', 'name'],
  ['A webhook with the name CI already exists.', 'name'],
  ['The custom field "Release stage" takes one of dev, live.', 'customFields.f2'],
  ['The project is locked.', undefined],
])('%s', (message, field) =>
  expect(fieldOf(message, FIELDS, { duplicate: 'name', named: { 'Release stage': 'customFields.f2' } })).toBe(field),
);

it('shows "already exists" below the form if no field must be unique', () => {
  expect(fieldOf('A thing of this name already exists.', FIELDS)).toBeUndefined();
});

it('names no member at the field that shows the refusal, but those of other fields', () => {
  expect(wordsAtField('The field "url" must begin with https://.', 'url')).toBe('This field must begin with https://.');
  expect(wordsAtField('The field "url.2" must begin with https://.', 'url')).toContain('"url.2"');
  expect(wordsAtField('The field "from" must be before "to".', 'to')).toBe('The field "from" must be before "to".');
});
