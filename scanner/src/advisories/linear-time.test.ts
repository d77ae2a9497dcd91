// Runs every reader of advisories on long repetitions, as the whole file and in place of each text of a valid document:
// none may need quadratic time.
import { describe, expect, it } from 'vitest';
import { expectLinear, REPEATED, repeated, withEachText } from '../../test/linear-check.ts';
import { ADVISORY_CASES } from './reader-cases.ts';
import { ADVISORY_MEMBERS, readAdvisories } from './readers.ts';

const NAMES = ['a.json', 'a.yaml', 'a.csv', 'a.ndjson'];

it.each(NAMES)('%s made of one repeated text', { timeout: 600_000 }, (name) => {
  const read = (text: string) => readAdvisories(name, Buffer.from(text));
  for (const sign of REPEATED) expectLinear((size) => repeated(sign, size), read);
  for (const sign of REPEATED) expectLinear((size) => `{"id": "${repeated(sign, size)}`, read);
});

describe.each(ADVISORY_MEMBERS.map(({ name }) => [name] as const))(
  '%s reads in linear time',
  { timeout: 600_000 },
  (member) => {
    const documents = ADVISORY_CASES.filter(([, , , one, , issues]) => one === member && issues.length < 2).slice(0, 2);

    it('one repeated text in place of each text of a document', () => {
      expect(documents.length).toBeGreaterThan(0);
      for (const [, document, path] of documents) {
        const read = (text: string) => readAdvisories(path, Buffer.from(text));
        for (const put of withEachText(document))
          for (const sign of REPEATED) expectLinear((size) => put(repeated(sign, size)), read);
      }
    });
  },
);
