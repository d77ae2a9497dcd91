import { expect, it } from 'vitest';
import { choiceSettler } from '../reviews/license-settlement.ts';
import type { LicenseEvidence } from './license-choice.ts';
import { chooseLicense, isNoLicense } from './license-choice.ts';
import { type LicenseSource, licenseFact, NO_LICENSE_FACT } from './license-facts.ts';

const declared = (expression: string) => licenseFact(expression, 'manifest', 'declared');
const primary = (expression: string, source: LicenseSource) => licenseFact(expression, source, 'primary');
const files = (...expressions: string[]) =>
  expressions.map((one, at) => ({ path: `LICENSE.${at}`, expressions: [one] }));
const mitFirst = choiceSettler({ order: ['MIT'] });

it.each<[string, Partial<LicenseEvidence>, selected: string, LicenseSource, possible: string[]]>([
  ['nothing is known', {}, '', 'none', []],
  ['a declaration', { declared: declared('MIT') }, 'MIT', 'manifest', ['MIT']],
  [
    "a person's choice wins",
    { remembered: 'ISC', curated: primary('0BSD', 'curation'), declared: declared('MIT') },
    'ISC',
    // A concluded license rests on evidence alone.
    'curation',
    ['ISC', '0BSD', 'MIT'],
  ],
  [
    'curated facts win over evidence',
    { curated: primary('0BSD', 'curation'), declared: declared('MIT') },
    '0BSD',
    'curation',
    ['0BSD', 'MIT'],
  ],
  [
    'the primary license is more exact than a loose declaration',
    { declared: declared('GPL-2.0-only'), primary: primary('GPL-2.0-or-later', 'manifest') },
    'GPL-2.0-or-later',
    'manifest',
    ['GPL-2.0-or-later', 'GPL-2.0-only'],
  ],
  [
    'a declared custom license wins over texts',
    { declared: declared('ACME'), primary: primary('MIT', 'root-text') },
    'ACME',
    'manifest',
    ['ACME'],
  ],
  [
    'without a declaration the primary license counts',
    { primary: primary('MIT', 'headers'), otherFiles: ['Zlib'] },
    'MIT',
    'headers',
    ['MIT', 'Zlib'],
  ],
  [
    'a declaration wins over license files, which stay possible',
    { declared: declared('MIT'), licenseFiles: files('ISC') },
    'MIT',
    'manifest',
    ['MIT', 'ISC'],
  ],
  [
    'license files that agree replace a declaration',
    { licenseFiles: files('ISC', 'isc'), otherFiles: ['Zlib'] },
    'ISC',
    'root-text',
    ['ISC', 'Zlib'],
  ],
  ['license files that disagree are only possible', { licenseFiles: files('MIT', 'ISC') }, '', 'none', ['ISC', 'MIT']],
  ['other files are only possible', { otherFiles: ['MIT'] }, '', 'none', ['MIT']],
  ['NOASSERTION is no declaration', { declared: declared('NOASSERTION') }, '', 'none', []],
  [
    'a choice is settled; its alternatives stay possible',
    { declared: declared('GPL-2.0-only OR MIT'), otherFiles: ['Zlib'] },
    'MIT',
    'manifest',
    ['MIT', 'GPL-2.0-only', 'Zlib'],
  ],
])('%s', (_, evidence, selected, source, possible) => {
  const none = { remembered: '', declared: NO_LICENSE_FACT, licenseFiles: [], otherFiles: [] };
  const chosen = chooseLicense({ ...none, ...evidence }, mitFirst);
  expect([chosen.selected, chosen.concluded.source, chosen.possible]).toEqual([selected, source, possible]);
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
