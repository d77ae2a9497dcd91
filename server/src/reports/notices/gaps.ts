// What is missing in the notices, by kinds. A failure means that the notices must not be shipped as they are; the other kinds are to be looked at.
import { asksForHolders, mayRequireSource, requiresSource } from '../../domain/licenses/license-obligations.ts';
import type { CollectedNotices } from './collect.ts';
import type { NoticeEntry } from './entry.ts';

export const gapKinds = [
  'no-notices',
  'no-license',
  'text-missing',
  'template-used',
  'only-reference',
  'license-without-text',
  'bundled-unprinted',
  'text-not-printable',
  'item-without-file',
  'holder-unnamed',
  'rejected-in-product',
  'not-reviewed',
  'own-part',
  'no-notice-file',
  'notice-file-not-printed',
  'source-not-offered',
  'source-choice-open',
  'source-to-check',
] as const;
type GapKind = (typeof gapKinds)[number];

interface GapItem {
  /** Undefined for a file or the whole project. */
  id?: number;
  name: string;
  /** Blank if the kind says everything. */
  reason: string;
}

export interface NoticeGap {
  kind: GapKind;
  /** Whether the notices must not be shipped with it. */
  isFailure: boolean;
  what: string;
  items: GapItem[];
}

export interface GapOptions {
  project: string;
  /** Whether the report contains the source. */
  bundlesSource: boolean;
  hasContact: boolean;
}

type Reason = (entry: NoticeEntry) => string | readonly string[] | undefined;

/** All kinds, also those with nothing missing. */
export function gapsOf(collected: CollectedNotices, options: GapOptions): NoticeGap[] {
  return [...textGaps(collected, options), ...factGaps(collected), ...sourceGaps(collected, options)];
}

const gap = (kind: GapKind, isFailure: boolean, what: string, items: GapItem[]): NoticeGap => ({
  kind,
  isFailure,
  what,
  items,
});

/** One item of the gap for each reason of each entry. */
function those(entries: readonly NoticeEntry[], reasonOf: Reason): GapItem[] {
  return entries.flatMap((entry) => {
    const reasons = reasonOf(entry);
    const list = reasons === undefined ? [] : typeof reasons === 'string' ? [reasons] : reasons;
    return list.map((reason) => ({ id: entry.id, name: entry.name, reason }));
  });
}

/** `template`: '' if the entry prints no text of the library for this reason. */
const templates = (entry: NoticeEntry, ...kinds: NoticeEntry['parts'][number]['template'][]) =>
  entry.parts.filter(({ template }) => template !== '' && kinds.includes(template));

function textGaps({ entries, groups }: CollectedNotices, { project }: GapOptions): NoticeGap[] {
  const titleOf = (number: number) => groups[number - 1]?.title ?? '';
  const named = (parts: NoticeEntry['parts']) => parts.map(({ group }) => titleOf(group)).join(', ');
  const orNone = (parts: NoticeEntry['parts'], words: string) =>
    parts.length === 0 ? undefined : `${words} ${named(parts)}`;
  return [
    gap(
      'no-notices',
      true,
      'These notices are empty: no inventory is published, or all of it is filtered out or not shipped',
      entries.length === 0 ? [{ name: project, reason: '' }] : [],
    ),
    gap(
      'no-license',
      true,
      'No license is selected',
      those(entries, ({ expression, parts }) =>
        expression === '' && !parts.some(({ isOwn }) => isOwn) ? '' : undefined,
      ),
    ),
    gap(
      'text-missing',
      true,
      'No license text is known',
      those(entries, ({ expression, parts }) =>
        expression !== '' && !parts.some(({ isOwn }) => isOwn) ? expression : undefined,
      ),
    ),
    gap(
      'template-used',
      true,
      'The standard text of the library is printed, because the package’s own text was not found',
      those(entries, (entry) => orNone(templates(entry, 'not-found'), 'printed:')),
    ),
    gap(
      'only-reference',
      true,
      'The files of the package only name their license or refer to it; the standard text of the library is printed beside them',
      those(entries, (entry) => orNone(templates(entry, 'only-reference'), 'printed:')),
    ),
    gap(
      'license-without-text',
      true,
      'The library lacks the text of a part of the license',
      those(entries, ({ missing, parts }) => (missing.length > 0 && parts.length > 0 ? missing.join(', ') : undefined)),
    ),
    gap('bundled-unprinted', true, 'A part that comes with it has a license whose text was not found in its files', [
      ...those(entries, ({ unprinted }) => (unprinted.length > 0 ? `not printed: ${unprinted.join(', ')}` : undefined)),
      ...those(entries, (entry) => orNone(templates(entry, 'bundled-not-found'), 'standard text printed:')),
    ]),
    gap(
      'text-not-printable',
      true,
      'A license file cannot be printed: ship the file itself',
      those(entries, ({ unreadable }) => unreadable),
    ),
  ];
}

function factGaps(collected: CollectedNotices): NoticeGap[] {
  const { entries, own, itemsWithNoticeFile, itemsWithStatingNotice, unprintedFiles } = collected;
  return [
    gap(
      'item-without-file',
      true,
      'No file of the code base proves it any more, or none ever did: check whether it is shipped',
      those(entries, ({ fileCount }) => (fileCount === 0 ? '' : undefined)),
    ),
    gap(
      'holder-unnamed',
      true,
      'No copyright statement is known',
      those(entries, ({ id, statements, isHolderInText, expression }) => {
        if (statements.shown.length > 0 || isHolderInText || itemsWithStatingNotice.has(id)) return undefined;
        if (!asksForHolders(expression)) return undefined;
        const [line] = statements.placeholders;
        return line === undefined ? '' : `its text has only the line of a template: ${line}`;
      }),
    ),
    gap(
      'rejected-in-product',
      true,
      'Rejected in review, but still in the product: take it out, or decide again',
      those(entries, ({ isRejected }) => (isRejected ? '' : undefined)),
    ),
    gap(
      'not-reviewed',
      false,
      'Not reviewed yet',
      those(entries, ({ isDraft }) => (isDraft ? '' : undefined)),
    ),
    gap(
      'own-part',
      false,
      'Looks like a part of the product itself: recall it if it is not from a third party',
      own.map(({ id, name }) => ({ id, name, reason: '' })),
    ),
    gap(
      'no-notice-file',
      false,
      'Under Apache-2.0, but no NOTICE file was found: check whether it has one',
      those(entries, ({ id, expression }) =>
        /\bApache-2\.0\b/.test(expression) && !itemsWithNoticeFile.has(id) ? '' : undefined,
      ),
    ),
    gap('notice-file-not-printed', true, 'A NOTICE file cannot be printed: ship the file itself', unprintedFiles),
  ];
}

function sourceGaps({ entries }: CollectedNotices, { bundlesSource, hasContact }: GapOptions): NoticeGap[] {
  const owed = entries.filter(({ expression }) => requiresSource(expression));
  return [
    gap(
      'source-not-offered',
      true,
      bundlesSource
        ? 'The license asks for source, but no source file is stored'
        : 'The license asks for source: give an address for the written offer, and store files that can be sent',
      those(owed, ({ isStored }) => (!isStored || (!bundlesSource && !hasContact) ? '' : undefined)),
    ),
    gap(
      'source-choice-open',
      false,
      'The license is a choice, and one alternative asks for source: select one alternative; until then no source is offered for it',
      those(entries, ({ expression }) =>
        mayRequireSource(expression) && !requiresSource(expression) ? '' : undefined,
      ),
    ),
    gap(
      'source-to-check',
      // A code base often contains builds: minified scripts, or a library.
      false,
      'The license asks for the complete source: check whether the stored files are complete, including the files to build it',
      those(owed, ({ isStored }) => (isStored ? '' : undefined)),
    ),
  ];
}
