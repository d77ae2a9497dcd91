// What imported rules know beyond their license: which files they refer to, and which copyrights, authors, addresses belong to the license
// text itself and say nothing of the file that holds it. Pure.
import type { CopyrightStatement, LicenseReference, TextAtLine } from '../../findings.ts';
import type { Ignorables, LicenseIndex } from '../engine/index-format.ts';
import type { Candidate } from '../engine/select.ts';
import { isUnknownLicense } from '../reading/references.ts';

/** Values that are the license's own, in the stretch of a file that a rule matched. */
export interface IgnorableStretch {
  startByte: number;
  /** Behind the last word's first byte. */
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

/** The word with which a rule says that it leaves the license to the package around the file. */
const FROM_PACKAGE = 'INHERIT_LICENSE_FROM_PACKAGE';

/** The files that matched rules refer to, where the rule itself does not know the license. Web addresses and system paths lead nowhere here. */
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
/** A statement's words without marks and signs. */
const foldStatement = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\(c\)|©|&copy;|\bcopyrights?\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Tells of addresses whether they are the license's own. */
export function isIgnorableContact(stretches: readonly IgnorableStretch[]): (value: string, byte: number) => boolean {
  const folded = stretches.map(({ startByte, endByte, ignorables: { urls = [], emails = [] } }) => ({
    startByte,
    endByte,
    values: new Set([...urls.map(foldUrl), ...emails.map((email) => email.toLowerCase())]),
  }));
  return (value, byte) =>
    folded.some(({ startByte, endByte, values }) => byte >= startByte && byte < endByte && values.has(foldUrl(value)));
}

/** Statements without those that belong to a license text. */
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
