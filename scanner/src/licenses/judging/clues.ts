// What imported rules say besides the license: the files to which they refer, and the copyrights, authors and addresses
// that belong to the license text itself. These say nothing about the file that contains the text. Pure.
import type { CopyrightStatement, LicenseReference, TextAtLine } from '../../findings.ts';
import type { Ignorables, LicenseIndex } from '../engine/index-format.ts';
import type { Candidate } from '../engine/select.ts';
import { isUnknownLicense } from '../reading/references.ts';

/** The part of a file that a rule matched, with the values that belong to the license text. */
export interface IgnorableStretch {
  startByte: number;
  /** One byte after the start of the last word. */
  endByte: number;
  startLine: number;
  endLine: number;
  ignorables: Ignorables;
}

/** In the order of the file. */
export function ignorableStretches(
  index: LicenseIndex,
  candidates: readonly Candidate[],
  lineOf: (byte: number) => number,
): IgnorableStretch[] {
  const known = index.ignorables();
  return candidates.flatMap(({ rule, startByte, endByte }) => {
    const ignorables = rule < 0 ? undefined : known[rule];
    if (!ignorables) return [];
    return [{ startByte, endByte, startLine: lineOf(startByte), endLine: lineOf(endByte), ignorables }];
  });
}

/** A rule uses this word to say that the license of the package applies. */
const FROM_PACKAGE = 'INHERIT_LICENSE_FROM_PACKAGE';

/**
 * The files to which matched rules refer, for rules that do not know the license themselves. Leaves out web addresses
 * and system paths, because they are not in the tree.
 */
export function ruleReferences(
  index: LicenseIndex,
  candidates: readonly Candidate[],
  lineOf: (byte: number) => number,
): LicenseReference[] {
  return candidates.flatMap(({ rule, name, expression, startByte }) => {
    const files = rule < 0 || !isUnknownLicense(expression) ? undefined : index.referencedFiles[rule];
    return (files ?? [])
      .filter((file) => !/^\/|:\/\//.test(file))
      .map((file) => ({ target: file === FROM_PACKAGE ? '' : file, line: lineOf(startByte), rule: name }));
  });
}

const foldUrl = (url: string): string => url.toLowerCase().replace(/\/+$/, '');
/** The words of a statement without copyright marks and punctuation. */
const foldStatement = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\(c\)|©|&copy;|\bcopyrights?\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns a test: whether an address belongs to the license text. */
export function isIgnorableContact(stretches: readonly IgnorableStretch[]): (value: string, byte: number) => boolean {
  const folded = stretches.map(({ startByte, endByte, ignorables: { urls = [], emails = [] } }) => ({
    startByte,
    endByte,
    values: new Set([...urls.map(foldUrl), ...emails.map((email) => email.toLowerCase())]),
  }));
  return (value, byte) =>
    folded.some(({ startByte, endByte, values }) => byte >= startByte && byte < endByte && values.has(foldUrl(value)));
}

/** The statements that do not belong to a license text. */
export function withoutIgnorableCopyrights(
  found: CopyrightStatement[],
  stretches: readonly IgnorableStretch[],
): CopyrightStatement[] {
  const folded = stretches.flatMap(({ startLine, endLine, ignorables: { copyrights = [], holders = [] } }) =>
    copyrights.length + holders.length === 0
      ? []
      : [
          {
            startLine,
            endLine,
            copyrights: new Set(copyrights.map(foldStatement)),
            holders: new Set(holders.map(foldStatement)),
          },
        ],
  );
  if (folded.length === 0) return found;
  return found.filter(
    ({ statement, holder, startLine, endLine }) =>
      !folded.some(
        (own) =>
          startLine >= own.startLine &&
          endLine <= own.endLine &&
          (own.copyrights.has(foldStatement(statement)) || own.holders.has(foldStatement(holder))),
      ),
  );
}

export function withoutIgnorableAuthors(found: TextAtLine[], stretches: readonly IgnorableStretch[]): TextAtLine[] {
  const folded = stretches.flatMap(({ startLine, endLine, ignorables: { authors = [] } }) =>
    authors.length === 0 ? [] : [{ startLine, endLine, authors: new Set(authors.map(foldStatement)) }],
  );
  if (folded.length === 0) return found;
  return found.filter(
    ({ value, line }) =>
      !folded.some((own) => line >= own.startLine && line <= own.endLine && own.authors.has(foldStatement(value))),
  );
}
