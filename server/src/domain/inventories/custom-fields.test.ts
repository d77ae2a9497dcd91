import { describe, expect, it } from 'vitest';
import { type FieldDefinition, refuseDefinition, refuseValue } from './custom-fields.ts';

const field = (change: Partial<FieldDefinition> = {}): FieldDefinition => ({
  scope: 'PROJECT',
  label: 'Supplier',
  type: 'TEXT_AREA',
  choices: [],
  isEnabled: true,
  ...change,
});
const labels = (count: number) => Array.from({ length: count }, (_, index) => ({ label: `label ${index}` }));

describe('definitions', () => {
  it.each([
    ['the 30th of projects', field(), labels(29), undefined],
    ['the 31st of projects', field(), labels(30), 'The limit is 30'],
    ['the 5th of inventory', field({ scope: 'INVENTORY' }), labels(4), undefined],
    ['the 6th of inventory', field({ scope: 'INVENTORY' }), labels(5), 'The limit is 5'],
    ['a label in use', field(), [{ label: 'SUPPLIER' }], 'already exists'],
    ['a blank label', field({ label: '  ' }), [], 'label'],
    ['a drop-down of inventory', field({ scope: 'INVENTORY', type: 'DROP_DOWN', choices: ['a'] }), [], 'TEXT_AREA'],
    ['a drop-down without choices', field({ type: 'DROP_DOWN' }), [], 'choices'],
    ['a choice twice', field({ type: 'DROP_DOWN', choices: ['a', 'a'] }), [], 'twice'],
    ['choices of a text', field({ type: 'TEXT', choices: ['a'] }), [], 'only for drop-down lists'],
    ['a drop-down', field({ type: 'DROP_DOWN', choices: ['a', 'b'] }), [], undefined],
  ])('%s', (_what, definition, others, text) => {
    const answer = refuseDefinition(definition, others, true);
    if (text === undefined) expect(answer).toBeUndefined();
    else expect(answer?.refusal.message).toContain(text);
  });

  it('a change of the last field does not count as a 31st', () => {
    expect(refuseDefinition(field(), labels(30), false)).toBeUndefined();
  });
});

describe('values', () => {
  it.each([
    ['a text of 128', field({ type: 'TEXT' }), 'x'.repeat(128), true],
    ['a text of 129', field({ type: 'TEXT' }), 'x'.repeat(129), false],
    ['a text area of 512', field(), 'x'.repeat(512), true],
    ['a text area of 513', field(), 'x'.repeat(513), false],
    ['an inventory text of 64,000', field({ scope: 'INVENTORY' }), 'x'.repeat(64_000), true],
    ['an inventory text of 64,001', field({ scope: 'INVENTORY' }), 'x'.repeat(64_001), false],
    ['a choice', field({ type: 'DROP_DOWN', choices: ['a'] }), 'a', true],
    ['no choice', field({ type: 'DROP_DOWN', choices: ['a'] }), 'b', false],
    ['no value, which clears the field', field({ type: 'DROP_DOWN', choices: ['a'] }), '', true],
    ['any value in a disabled field', field({ isEnabled: false }), '', false],
  ])('%s', (_what, definition, value, isTaken) => {
    expect(refuseValue(definition, value) === undefined).toBe(isTaken);
  });
});
