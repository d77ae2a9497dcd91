import { expect, it } from 'vitest';
import { type EvidencedItem, evidenceAfter } from './inventory-evidence.ts';

const item = (change: Partial<EvidencedItem> = {}): EvidencedItem => ({
  files: ['package-lock.json'],
  foundFiles: ['package-lock.json'],
  outsideFiles: [],
  hadEvidence: true,
  isEdited: false,
  wasFound: true,
  ...change,
});
const edited = (change: Partial<EvidencedItem> = {}) => item({ isEdited: true, ...change });

it.each<[string, EvidencedItem, { isFound?: boolean; unknown?: string[]; replaced?: string[] }, string]>([
  ['found', item(), { isFound: true }, 'there'],
  [
    'found, although a person took away all its files',
    edited({ files: [], foundFiles: [] }),
    { isFound: true },
    'there',
  ],
  ['no longer found', item(), {}, 'missing'],
  ['no longer found and without any file', item({ files: [], foundFiles: [] }), {}, 'missing'],
  ['edited, and its lockfile no longer names it', edited(), {}, 'missing'],
  ['edited, with a file that a person tied', edited({ files: ['package-lock.json', 'vendor/x.c'] }), {}, 'there'],
  [
    'edited, with a tied file where another version is now',
    edited({ files: ['package-lock.json', 'vendor/x.c'] }),
    { replaced: ['vendor/x.c'] },
    'missing',
  ],
  [
    'edited, with two tied files of which one is still its own',
    edited({ files: ['package-lock.json', 'vendor/x.c', 'vendor/y.c'] }),
    { replaced: ['vendor/x.c'] },
    'there',
  ],
  [
    'by hand, and the scans always name another version',
    edited({ foundFiles: [], wasFound: false }),
    { replaced: ['package-lock.json'] },
    'there',
  ],
  ['by hand, with its file', edited({ foundFiles: [] }), {}, 'there'],
  ['by hand, and its file was deleted', edited({ files: [], foundFiles: [] }), {}, 'missing'],
  ['by hand, and never had a file', edited({ files: [], foundFiles: [], hadEvidence: false }), {}, 'not-asked'],
  [
    'imported, untouched, and never seen by a scan here',
    item({ files: [], foundFiles: [], hadEvidence: false }),
    {},
    'not-asked',
  ],
  ['in a file that the scan could not read', item(), { unknown: ['package-lock.json'] }, 'unknown'],
  ['in a file that was read, while another one was not', item(), { unknown: ['yarn.lock'] }, 'missing'],
  [
    'in two files of which one was not read',
    item({ files: ['a', 'b'], foundFiles: ['a', 'b'] }),
    { unknown: ['b'] },
    'unknown',
  ],
])('%s', (_, subject, { isFound = false, unknown = [], replaced = [] }, is) => {
  const seen = {
    isFound,
    unknown: (path: string) => unknown.includes(path),
    replacement: (path: string) => (replaced.includes(path) ? 'x 2.0.0' : undefined),
  };
  expect(evidenceAfter(subject, seen).is).toBe(is);
});

it.each<[EvidencedItem, string]>([
  [item(), 'The scan no longer finds it in package-lock.json.'],
  [item({ files: [] }), 'None of its files is in the code any more.'],
  [item({ outsideFiles: ['package-lock.json'] }), 'Its files are excluded from scans now: package-lock.json.'],
  [
    item({ files: ['a', 'b', 'c', 'd', 'e', 'f'], outsideFiles: ['b'] }),
    'The scan no longer finds it in a, c, d and 2 more.',
  ],
])('says what the scan saw', (subject, why) => {
  expect(evidenceAfter(subject, { isFound: false, unknown: () => false })).toEqual({ is: 'missing', why });
});
