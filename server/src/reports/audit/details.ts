// One item of the Audit report: all its fields, its notes, and the found text beside the text of the license.
import type { Block } from '../../documents/document.ts';
import { countOf } from '../../domain/count-text.ts';
import { readNoticeText } from '../../domain/inventories/notice-texts.ts';
import type { ReportItem, ReportItemMatches, ReportRow } from '../data.ts';
import { itemAnchor, licenseFactRows, noteBlocks, statusCell, urlCell, usageRows } from '../item-blocks.ts';
import type { LicenseTextsByName } from './license-texts.ts';
import { matchBlocks } from './matches.ts';

/** The page lists at most this many files, and says that the JSON file lists all. */
const FILES_ON_PAGE = 50;

export interface FoundInItemFiles {
  matches: ReportItemMatches | undefined;
  /** Where scans found its license texts. */
  texts: readonly ReportRow<'itemTexts'>[];
}

export function* itemDetails(
  item: ReportItem,
  library: LicenseTextsByName,
  { matches, texts }: FoundInItemFiles,
): Generator<Block> {
  yield { type: 'heading', text: item.name, id: itemAnchor(item.id) };
  yield { type: 'facts', rows: facts(item) };
  if (item.policyReasons.length > 0)
    yield { type: 'list', items: item.policyReasons.map((reason) => `Policy: ${reason}`) };
  yield* verbatim('Description', item.description);
  yield* noteBlocks(item);
  yield* verbatim('Copyrights', item.copyrights.join('\n'));
  yield* textsOf(item, library);
  yield* placesOf(texts);
  if (matches) yield* matchBlocks(item, matches, library);
  yield* filesOf(item);
}

function* verbatim(summary: string, text: string): Generator<Block> {
  if (text.trim() !== '') yield { type: 'verbatim', summary, text };
}

function facts(item: ReportItem): (readonly [string, ReturnType<typeof urlCell>])[] {
  return [
    ['Type', item.type],
    ['Component', item.componentName],
    ['Version', item.versionName],
    ['License', `${item.licenseName}${item.licenseExpression === '' ? '' : ` (${item.licenseExpression})`}`],
    ['License family', item.licenseFamily || null],
    ['Possible licenses', item.possibleLicenses.join(', ') || null],
    ...licenseFactRows(item),
    ['Priority', item.priority],
    ['Review', statusCell(item.status, item.toBeDecidedAgain)],
    ['Why', item.whyDecided],
    ['Status set by', statusSetBy(item)],
    ['Policy says', item.policyDecision.toLowerCase()],
    ['Confidence', item.confidence],
    ['Scope, level', `${item.dependencyScope}, ${item.dependencyLevel}`],
    ...usageRows(item),
    ['purl', item.purl || null],
    ['URL', urlCell(item.url)],
    ['Made by', `${item.createdBy}, ${item.createdOn}`],
    ['Changed', item.updatedOn],
    ['Published', item.publishedOn],
    ...Object.entries(item.customFields),
  ];
}

function statusSetBy({ isStatusSetByPerson, status }: ReportItem): string {
  if (isStatusSetByPerson) return 'a person';
  return status === 'Draft' ? 'nobody yet' : 'policy or scan';
}

/** Shows the found text beside the text of the license if they differ. Equal texts are printed once in the list of texts. */
function* textsOf(item: ReportItem, library: LicenseTextsByName): Generator<Block> {
  const own = item.licenses
    .map((name) => library.get(name.toLowerCase()) ?? '')
    .join('\n\n')
    .trim();
  if (item.asFoundLicenseText.trim() !== '') {
    const isSame = own !== '' && readNoticeText(item.asFoundLicenseText, own).key === readNoticeText(own, own).key;
    if (isSame)
      yield {
        type: 'paragraph',
        text: 'The found text is the text of the license. Only copyright lines may differ.',
        tone: 'good',
      };
    else
      yield {
        type: 'beside',
        left: { title: 'Text as found', text: item.asFoundLicenseText },
        right: { title: 'Text of the license', text: own || 'The library has no text of this license.' },
      };
  }
  if (item.noticesText.trim() !== '' && readNoticeText(item.noticesText, own).key !== readNoticeText(own, own).key)
    yield { type: 'verbatim', summary: 'Notices text', text: item.noticesText };
}

const ROLES = { main: 'License', bundled: 'License of a part', notice: 'NOTICE file' } as const;

/** The place of each text, so that a reader can open the very file. */
function* placesOf(texts: readonly ReportRow<'itemTexts'>[]): Generator<Block> {
  if (texts.length === 0) return;
  const lines = texts.map(({ role, path, startLine, endLine, expressions, isComplete, problem }) => {
    const where = startLine === null ? path : `${path}, lines ${startLine}–${endLine}`;
    const what = expressions.length === 0 ? 'no known license' : expressions.join(', ');
    return `${ROLES[role]}: ${where} (${problem || what}${isComplete ? '' : '; only names its license or refers to it'})`;
  });
  const rest = lines.length - FILES_ON_PAGE;
  const shown = lines.slice(0, FILES_ON_PAGE).join('\n');
  yield {
    type: 'verbatim',
    summary: `${countOf(lines.length, 'license text')} as found in the files`,
    text: rest > 0 ? `${shown}\n… and ${rest} more, which the JSON file lists.` : shown,
  };
}

function* filesOf(item: ReportItem): Generator<Block> {
  if (item.files.length === 0) return;
  const rest = item.files.length - FILES_ON_PAGE;
  const shown = item.files.slice(0, FILES_ON_PAGE).join('\n');
  yield {
    type: 'verbatim',
    summary: countOf(item.files.length, 'file'),
    text: rest > 0 ? `${shown}\n… and ${rest} more, which the JSON file lists.` : shown,
  };
}
