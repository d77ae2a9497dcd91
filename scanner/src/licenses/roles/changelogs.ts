// Entries of changelogs: a license that one names is that of the work only if the entry says that the work is put under it. Pure.
import { lexicon } from './lexicon.ts';
import type { Passage } from './shapes.ts';
import { putsUnder } from './structure.ts';
import { type Beginning, beginningOf } from './subjects.ts';

/** `foo (1.2-3) unstable; urgency=low`. https://www.debian.org/doc/debian-policy/ch-source.html#debian-changelog-debian-changelog */
const DEBIAN = /^\s*[a-z0-9][a-z0-9+.-]* \([^()\s]+\) [\w -]+; *urgency=/;
/** `2012-07-02  Jane Doe  <jane@example.org>` */
const GNU = /^\s*(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} [\d: ]*\d{4}) +\S[^<\n]*<[^<>\n]+>/;
/** `v1.2.0 (2014-08-23)`, `Release 1.04:`, `0.7.8 - 05.25.2015`; no section of a text: `2.1 Licensing`. */
const RELEASE =
  /^[\s[\W]*(?:(?:version|release)\s+)?v?\d+\.\d+[\w.+-]*\]?(?:\([^()]*\))?(?:\s*[-–—/,(:]\s*[^\n]*\d[^\n]*|\s+\([^()]*\)|\s*:)?\s*$/i;
const CHANGES = /^\W*changes (?:from|in|since|between|for) /i;

/** Whether the name stands in an entry of a changelog. */
const isEntry = (bytes: Uint8Array, { headings }: Passage): boolean =>
  isChangelog(beginningOf(bytes)) || headings.some((one) => RELEASE.test(one) || CHANGES.test(one));

/** The last one: the names of a file ask for it one after the other. */
let asked: { of?: Beginning; is: boolean } = { is: false };

function isChangelog(beginning: Beginning): boolean {
  const { head, title } = beginning;
  if (asked.of !== beginning)
    asked = { of: beginning, is: DEBIAN.test(head) || GNU.test(head) || lexicon().headingsOf(title).has('changelog') };
  return asked.is;
}

/** Whether the entry tells of something else: what is packaged, detected, corrected. */
export const isOtherEntry = (bytes: Uint8Array, passage: Passage): boolean =>
  passage.language === 'en' && isEntry(bytes, passage) && !putsUnder(passage.sentence);
