import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalPurl, formatPurl, type PurlAnswer, type PurlParts, parsePurl } from './purl.ts';

const given = (answer: PurlAnswer<unknown>) => ('value' in answer ? answer.value : undefined);

it.each([
  ['pkg:npm/%40babel/core@7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
  ['pkg:npm/@babel/core', 'pkg:npm/%40babel/core'],
  ['pkg://PyPI/Django_Rest@1.0', 'pkg:pypi/django-rest@1.0'],
  ['pkg:deb/debian/attr@1:2.4.47-2+b1?Arch=amd64', 'pkg:deb/debian/attr@1:2.4.47-2%2Bb1?arch=amd64'],
  ['pkg:maven/g/a@1?type=zip&classifier=dist&empty=', 'pkg:maven/g/a@1?classifier=dist&type=zip'],
  [
    'pkg:golang/google.golang.org/genproto#/googleapis/./api/../x/',
    'pkg:golang/google.golang.org/genproto#googleapis/api/x',
  ],
  ['pkg:github/A/B@feature/x', 'pkg:github/a/b@feature%2Fx'],
  ['pkg:generic/a!b(c)', 'pkg:generic/a%21b%28c%29'],
  ['pkg:constructor/a@1', 'pkg:constructor/a@1'],
])('%s is canonically %s', (text, canonical) => {
  expect(canonicalPurl(text)).toEqual({ value: canonical });
  expect(canonicalPurl(canonical)).toEqual({ value: canonical });
});

it.each([
  ['npm/lodash', 'begins with "pkg:"'],
  ['pkg:lodash', 'a type and a name'],
  ['pkg:npm/@1.0', 'has a name'],
  ['pkg:n&pm/a', 'The type "n&pm"'],
  ['pkg:npm/a%zz', 'encodes nothing'],
  ['pkg:npm/a?k', 'The qualifier "k"'],
  ['pkg:npm/a?k=1&k=2', 'twice'],
  ['pkg:npm/a?K=1', 'The qualifier "K"'],
  ['pkg:cargo/x/a', 'has no namespace'],
  ['pkg:maven/a', 'has a namespace'],
  ['pkg:swid/a', '"tag_id"'],
])('%s is invalid: %s', (text, problem) => {
  expect(parsePurl(text)).toEqual({ problem: expect.stringContaining(problem) });
});

/** The suite of the specification, which is not part of the repository. */
const SUITE = '../shared/data/purl-spec';
interface SuiteCase {
  description: string;
  test_type: 'parse' | 'build' | 'validate';
  input: string | PurlParts;
  expected_output: unknown;
  expected_failure: boolean;
}
const files = existsSync(SUITE)
  ? ['spec', 'types'].flatMap((folder) => readdirSync(join(SUITE, folder)).map((name) => join(SUITE, folder, name)))
  : [];
if (files.length === 0) console.warn(`The test suite of package URLs is not at ${SUITE}: its cases are skipped.`);

function outcomeOf({ test_type, input }: SuiteCase): unknown {
  if (test_type === 'build') return given(formatPurl(input as PurlParts));
  return given(test_type === 'parse' ? parsePurl(input as string) : canonicalPurl(input as string));
}

describe.skipIf(files.length === 0)('the suite of the specification', () => {
  it.each(files)('%s', (file) => {
    const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: SuiteCase[] };
    const wanted = tests.map((one) => (one.expected_failure ? undefined : one.expected_output));
    const label = (outcomes: unknown[]) =>
      tests.map((one, at) => ({ input: one.input, type: one.test_type, outcome: outcomes[at] }));
    expect(label(tests.map(outcomeOf))).toEqual(label(wanted));
  });
});
