import { expect, it } from 'vitest';
import type { LicenseChoice, LicenseEvidence } from './license-choice.ts';
import { chooseLicense, isNoLicense } from './license-choice.ts';

it.each<[string, Partial<LicenseEvidence>, LicenseChoice]>([
  ['nothing is known', {}, { selected: '', reason: 'none', possible: [] }],
  ['a declaration', { declared: 'MIT' }, { selected: 'MIT', reason: 'declared', possible: ['MIT'] }],
  [
    'a remembered choice wins over a declaration',
    { remembered: 'ISC', declared: 'MIT' },
    { selected: 'ISC', reason: 'remembered', possible: ['ISC', 'MIT'] },
  ],
  [
    'a declaration wins over license files, which stay possible',
    { declared: 'MIT', licenseFiles: ['ISC'] },
    { selected: 'MIT', reason: 'declared', possible: ['MIT', 'ISC'] },
  ],
  [
    'license files that agree stand in for a declaration',
    { licenseFiles: ['ISC', 'isc'], otherFiles: ['Zlib'] },
    { selected: 'ISC', reason: 'license-file', possible: ['ISC', 'Zlib'] },
  ],
  [
    'license files that disagree are only possible',
    { licenseFiles: ['MIT', 'ISC'] },
    { selected: '', reason: 'none', possible: ['ISC', 'MIT'] },
  ],
  ['other files are only possible', { otherFiles: ['MIT'] }, { selected: '', reason: 'none', possible: ['MIT'] }],
  [
    'an expression is selected whole, its licenses are possible',
    { declared: 'MIT OR Apache-2.0', otherFiles: ['BSD-3-Clause', 'MIT'] },
    { selected: 'MIT OR Apache-2.0', reason: 'declared', possible: ['MIT', 'Apache-2.0', 'BSD-3-Clause'] },
  ],
  ['NOASSERTION is no declaration', { declared: 'NOASSERTION' }, { selected: '', reason: 'none', possible: [] }],
])('%s', (_, evidence, choice) => {
  const none = { remembered: '', declared: '', licenseFiles: [], otherFiles: [] };
  expect(chooseLicense({ ...none, ...evidence })).toEqual(choice);
});

it.each([
  ['', true],
  [' ', true],
  ['-1', true],
  ["I don't know", true],
  ['N/A', true],
  ['NONE', true],
  ['MIT', false],
])('"%s" means no license: %s', (text, isNone) => {
  expect(isNoLicense(text)).toBe(isNone);
});
