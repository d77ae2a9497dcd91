// Which fields conflict, and what is sent after the choice.
import { expect, test } from 'vitest';
import { type Members, meetingsOf, withTheirs } from './both-texts.ts';

const members: Members = {
  licenseText: { label: 'License text', of: ({ text }) => text },
  secret: { label: 'Secret', of: () => undefined },
};
const began = { name: 'a', text: 'old', entityVersion: '1' };
const brief = (change: Record<string, unknown>, now: Record<string, unknown>) =>
  meetingsOf(change, began, { ...began, entityVersion: '2', ...now }, members).map(
    ({ label, mineText, theirsText, isContested }) => [label, mineText, theirsText, isContested],
  );

test.each([
  ['they changed what I did not', { name: 'mine' }, { text: 'theirs' }, []],
  ['both changed it to the same value', { name: 'same' }, { name: 'same' }, []],
  ['both changed it to different values', { name: 'mine' }, { name: 'theirs' }, [['Name', 'mine', 'theirs', true]]],
  [
    'I send unchanged what they changed',
    { licenseText: 'old' },
    { text: 'new' },
    [['License text', 'old', 'new', false]],
  ],
  ['fields that are not shown', { secret: 'x', entityVersion: '1' }, { secret: 'y' }, []],
  ['no text', { helpText: '' }, { helpText: 'x' }, [['Help text', '', 'x', true]]],
])('%s', (_what, change, now, expected) => {
  expect(brief(change, now)).toEqual(expected);
});

test('chosen values replace mine', () => {
  const change = { name: 'mine', licenseText: 'mine' };
  const now = { name: 'theirs', text: 'theirs' };
  const meetings = meetingsOf(change, began, now, members);
  expect(withTheirs(change, meetings, (name) => name === 'licenseText')).toEqual({
    name: 'mine',
    licenseText: 'theirs',
  });
});
