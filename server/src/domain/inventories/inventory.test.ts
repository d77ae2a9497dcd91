import { expect, it } from 'vitest';
import { isRefusal, refuse } from '../refusal.ts';
import { contactKinds, contactOf, DEFAULT_REVIEW_SETTINGS, reviewSettingsOf } from '../reviews/review-settings.ts';
import { componentPurlOf, itemName, type NameParts, nameAfter } from './inventory.ts';

it.each([
  ['pkg:npm/lodash@4.17.21', 'pkg:npm/lodash'],
  ['pkg:npm/lodash', 'pkg:npm/lodash'],
  ['pkg:npm/%40scope/name@1.0.0', 'pkg:npm/%40scope/name'],
  ['pkg:npm/@scope/name', 'pkg:npm/@scope/name'],
  ['pkg:deb/debian/curl@8.1?arch=amd64@x#lib', 'pkg:deb/debian/curl'],
  ['pkg:golang/github.com/a/b@v1.0.0#sub/dir', 'pkg:golang/github.com/a/b'],
])('the component of %s', (purl, component) => {
  expect(componentPurlOf(purl)).toBe(component);
});

it.each([
  ['lodash', '4.17.21', 'MIT', 'lodash 4.17.21 (MIT)'],
  ['lodash', '', 'MIT', 'lodash (MIT)'],
  ['lodash', '4.17.21', '', 'lodash 4.17.21'],
  ['x'.repeat(300), '', '', `${'x'.repeat(254)}…`],
  ['x'.repeat(250), '', 'MIT', `${'x'.repeat(250)} (M…)`],
  ['x'.repeat(254), '', 'MIT', 'x'.repeat(254)],
  [`${'x'.repeat(253)}😀y`, '', '', `${'x'.repeat(253)}…`],
])('names %.20s %s %s', (component, version, license, name) => {
  expect(itemName(component, version, license)).toBe(name);
  expect(name.length).toBeLessThanOrEqual(255);
});

const part = (component: string, version: string, license: string): NameParts => ({
  type: 'COMPONENT',
  component,
  version,
  license,
});
const licensed = (license: string): NameParts => ({ type: 'LICENSE', component: '', version: '', license });
const unfinished: NameParts = { type: 'WORK_IN_PROGRESS', component: '', version: '', license: '' };

it.each<[string, NameParts, NameParts, string]>([
  ['a 1 (MIT)', part('a', '1', 'MIT'), part('a', '1', 'ISC'), 'a 1 (ISC)'],
  ['a 1 (MIT)', part('a', '1', 'MIT'), part('b', '2', ''), 'b 2'],
  ['a', part('a', 'Unknown', ''), part('a', 'Unknown', 'MIT'), 'a (MIT)'],
  ['MIT', licensed('MIT'), licensed('ISC'), 'ISC'],
  ['MIT', licensed('MIT'), part('a', '1', 'MIT'), 'a 1 (MIT)'],
  ['a 1 (MIT)', part('a', '1', 'MIT'), unfinished, 'a 1 (MIT)'],
  ['ours', part('a', '1', 'MIT'), part('a', '1', 'ISC'), 'ours'],
  ['A 1 (MIT)', part('a', '1', 'MIT'), part('a', '1', 'ISC'), 'A 1 (MIT)'],
  ['', unfinished, part('a', '1', 'ISC'), ''],
])('the name "%s" after a change', (name, before, after, expected) => {
  expect(nameAfter(name, before, after)).toBe(expected);
});

it('uses the Project Contact as default for every contact', () => {
  const none = { contactId: 1, legalContactId: null, securityContactId: null, developerContactId: null };
  expect(contactKinds.map((kind) => contactOf(kind, none))).toEqual([1, 1, 1, 1]);
  const all = { contactId: 1, legalContactId: 2, securityContactId: 3, developerContactId: 4 };
  expect(contactKinds.map((kind) => contactOf(kind, all))).toEqual([1, 2, 3, 4]);
});

it('merges stored settings over the defaults', () => {
  expect(reviewSettingsOf({})).toEqual(DEFAULT_REVIEW_SETTINGS);
  expect(reviewSettingsOf({ createReviewTaskWhenUndecided: true })).toEqual({
    ...DEFAULT_REVIEW_SETTINGS,
    createReviewTaskWhenUndecided: true,
  });
});

it('distinguishes refusals from answers', () => {
  expect(isRefusal(refuse('invalid', 'No.'))).toBe(true);
  for (const answer of [undefined, null, 'refusal', { next: 1 }, []]) expect(isRefusal(answer)).toBe(false);
});
