import { describe, expect, it } from 'vitest';
import { partyIn, partyOf, textOfParty } from './parties.ts';

describe('partyOf', () => {
  it.each([
    ['Jane Doe', { name: 'Jane Doe' }],
    ['Jane  Doe\n <jane@example.org>', { name: 'Jane Doe', email: 'jane@example.org' }],
    [
      'Jane <jane@example.org> (https://example.org)',
      { name: 'Jane', email: 'jane@example.org', url: 'https://example.org' },
    ],
    ['Acme (Europe)', { name: 'Acme (Europe)' }],
    ['jane@example.org', { name: 'jane@example.org', email: 'jane@example.org' }],
    ['<jane@example.org>', { name: 'jane@example.org', email: 'jane@example.org' }],
    ['UNKNOWN', undefined],
    ['', undefined],
  ])('%s', (text, party) => expect(partyOf(text)).toEqual(party));

  it('comes back from its text', () => {
    const party = { name: 'Jane & Söhne', email: 'a@example.org', url: 'https://example.org/x' };
    expect(partyOf(textOfParty(party))).toEqual(party);
  });
});

describe('partyIn', () => {
  it.each([
    ['a text', 'Jane', 'Jane'],
    ['parts', { name: 'Jane', email: 'a@example.org' }, 'Jane <a@example.org>'],
    ['the first of a list that names somebody', [{}, 'Jane', 'Joe'], 'Jane'],
    ['anything else', 5, ''],
    ['a name that is no text', { name: 5 }, ''],
  ])('%s', (_, value, text) => expect(partyIn(value)).toBe(text));

  it('is no longer than a line', () => expect(partyIn('x'.repeat(10_000))).toHaveLength(300));
});
