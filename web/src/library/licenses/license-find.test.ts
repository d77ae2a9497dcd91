import { expect, it } from 'vitest';
import { fits } from './license-find.ts';

const mit0 = { shortName: 'MIT-0', name: 'MIT No Attribution', familyName: 'MIT Style' };

it.each([
  ['', true],
  ['  ', true],
  ['mit', true],
  ['attribution MIT', true],
  ['style', true],
  ['MIT-1', false],
  ['mit gpl', false],
  ['.*', false],
])('words "%s" match: %s', (words, expected) => expect(fits(mit0, words)).toBe(expected));
