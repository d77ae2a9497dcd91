// What the vote says of signals, and that each weight and each group has a use.
import { afterEach, expect, it } from 'vitest';
import { groupNamed } from './groups.ts';
import { lexicon } from './lexicon.ts';
import { ALWAYS, readWeights, reasonsOf, roleAgainst, scoreOf, weighWith } from './vote.ts';

afterEach(() => weighWith());

it('adds the weights of the signals, in hundredths', () => {
  weighWith(
    new Map([
      [ALWAYS, 10],
      ['before=past', -160],
      ['others:firm', -50],
      ['alone', 30],
    ]),
  );
  expect(scoreOf([])).toBeCloseTo(0.1);
  expect(scoreOf(['before=past', 'others:firm', 'unheard'])).toBeCloseTo(-2);
});

it('tells why, and the role of a name against which the signals speak', () => {
  weighWith(
    new Map([
      ['before=past', -160],
      ['others:firm', -50],
      ['alone', 30],
    ]),
  );
  const signals = ['others:firm', 'alone', 'before=past'];
  expect(roleAgainst(signals)).toBe('past');
  expect(roleAgainst(['others:firm'])).toBe('other-work');
  expect(reasonsOf(signals, false)).toBe(
    'no rule is sure of it, and most signs speak against a license of this work: words before it speak of the past, another license of the file is granted firmly',
  );
  expect(reasonsOf(signals, true)).toBe(
    'no rule is sure of it, and most signs speak for a license of this work: it stands alone in its sentence',
  );
});

it('the weights of groups are of groups that there are, and these of classes that a language has', () => {
  const places = /^(?:far-|near-)?(?:before|behind)=|^(?:previous|next|introduction)=/;
  const named = Object.keys(readWeights().weights).filter((one) => places.test(one));
  expect(named.length).toBeGreaterThan(20);
  const groups = named.map((one) => one.slice(one.indexOf('=') + 1));
  expect(groups.filter((one) => !groupNamed(one))).toEqual([]);
  const classes = groups.flatMap((one) => groupNamed(one)?.classes ?? []);
  expect(classes.filter((name) => lexicon().wordsOfClass(name).length === 0)).toEqual([]);
});
