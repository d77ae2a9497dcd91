import { expect, it } from 'vitest';
import { type AffectedAnswer, type AffectedFacts, affectedAnswer, looksLikeVulnerability } from './affected-answer.ts';

const NONE = { items: 0, projects: 0, words: '' };
const SOME = { items: 12, projects: 2, words: 'no data for Maven: 12' };
const FACTS: AffectedFacts = {
  by: 'CVE-2021-44228',
  vulnerability: 'CVE-2021-44228',
  affected: 0,
  undetermined: 0,
  suppressed: 0,
  uses: 0,
  notCompared: NONE,
  hasRecords: true,
};

it.each<[string, Partial<AffectedFacts>, AffectedAnswer, RegExp]>([
  ['an unknown id', { by: 'CVE-0000-0', vulnerability: undefined }, 'UNKNOWN', /No advisory here names CVE-0000-0/],
  ['without any data', { vulnerability: undefined, hasRecords: false }, 'UNKNOWN', /no advisories yet/],
  ['known, and free of it', {}, 'NOT_AFFECTED', /is known, and no item has it\. All items were compared/],
  ['by another name', { by: 'GHSA-jfh8-c2jp-5v3q' }, 'NOT_AFFECTED', /^GHSA-jfh8-c2jp-5v3q is known as CVE-2021-44228/],
  ['not compared', { notCompared: SOME }, 'NOT_COMPARED', /2 projects hold 12 items not compared .*no data for Maven/],
  ['affected', { affected: 3, notCompared: SOME }, 'AFFECTED', /^3 items affected.*12 items not compared/],
  ['undetermined', { undetermined: 1 }, 'UNDETERMINED', /undetermined whether .* affects 1 item/],
  ['suppressed', { suppressed: 2 }, 'NOT_AFFECTED', /2 items with it do not count/],
  ['a package in use', { by: 'lodash', vulnerability: undefined, uses: 2 }, 'IN_USE', /2 items of this package/],
  ['no package', { by: 'lodash', vulnerability: undefined }, 'NOT_IN_USE', /name lodash/],
])('%s', (_, facts, answer, words) => {
  const given = affectedAnswer({ ...FACTS, ...facts });
  expect(given.answer).toBe(answer);
  expect(given.words).toMatch(words);
});

it.each([
  ...[
    'CVE-2021-44228',
    'cve-0000-0',
    'GHSA-jfh8-c2jp-5v3q',
    'ghsa-aaaa-bbbb-cccc',
    'PYSEC-2021-66',
    'RUSTSEC-2021-0001',
  ],
  ...[
    'RHSA-2021:5137',
    'DSA-5020-1',
    'BDU:2021-05969',
    'SUSE-SU-2021:4111-1',
    'EUVD-2024-1',
    'MAL-2024-12',
    'USN-5192-1',
  ],
])('%s is the id of a vulnerability', (id) => expect(looksLikeVulnerability(id)).toBe(true));

it.each([
  'lodash',
  'log4j-core',
  'python-2',
  'org.apache.logging.log4j:log4j-core',
  '@scope/name',
  'libssl1.1',
  'left-pad',
])('%s is not', (name) => expect(looksLikeVulnerability(name)).toBe(false));
