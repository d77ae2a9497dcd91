// "The layout is that of Knot. It is under the GPL": a pronoun tells the license of the work that the sentence before names. Pure.
import type { LicenseRole } from '../../findings.ts';
import { type Item, lexicon } from './lexicon.ts';
import type { Passage } from './shapes.ts';
import type { Told } from './subjects.ts';

/** Classes of a sentence about another work, and what its license is then. */
const ABOUT_OTHERS: readonly [string, LicenseRole, string][] = [
  ['thank', 'thanks', 'the sentence before thanks the work that it tells the license of'],
  ['unlike', 'other-work', 'the sentence before compares the work with the one that it tells the license of'],
  ['other_work', 'other-work', 'the sentence before names the other work that it tells the license of'],
];

/** "GPL-3.0 is among them": what the sentence before introduces. */
const ABOUT_LISTS: readonly [string, LicenseRole, string][] = [
  ['compatible', 'compatible', 'the sentence before speaks of licenses that go together with the work'],
  ['compatible_with', 'compatible', 'the sentence before speaks of licenses that go together with the work'],
  ['must_not', 'forbids', 'the sentence before speaks of licenses that must not be used'],
  ['tool', 'tooling', 'the sentence before speaks of licenses as data of a program'],
];

/** Undefined if the sentence does not begin with a pronoun and a verb, or the one before is about the work itself. */
export function fromPronoun(items: readonly Item[], { previous, language }: Passage): Told | undefined {
  if (items.some((item) => item.classes.has('of_them'))) {
    const said = new Set(
      lexicon()
        .itemsOf(previous, language)
        .flatMap((item) => [...item.classes]),
    );
    const listed = ABOUT_LISTS.find(([name]) => said.has(name));
    if (listed) return { role: listed[1], why: listed[2] };
  }
  const first = items.findIndex(({ word }) => /[\p{L}\p{N}]/u.test(word));
  if (!items[first]?.classes.has('pronoun') || !isVerb(items[first + 1])) return undefined;
  const before = lexicon().itemsOf(previous, language);
  const classes = new Set(before.flatMap((item) => [...item.classes]));
  if (NOT_ABOUT.some((name) => classes.has(name))) return undefined;
  const found = ABOUT_OTHERS.find(([name]) => classes.has(name));
  return found && { role: found[1], why: found[2], isWeak: true };
}

const isVerb = (item: Item | undefined): boolean =>
  item !== undefined && ['be', 'stands', 'stays'].some((name) => item.classes.has(name));

/** "This library is an alternative to Knot. It is under …" */
const NOT_ABOUT: readonly string[] = ['this', 'bundle', 'explains'];
