// The hint is the only part of a path on which the analysis may depend. Facts are stored by (sha256, hint, analyser
// version), so the same bytes under two names are analysed once if both names give the same hint. Reads no bytes.
import { isLicenseFileName } from '../licenses/primary/license-file-roles.ts';
import { manifestNameFor } from '../manifests/index.ts';
import { languageOfPath } from './languages.ts';

export interface Hint {
  /** As Linguist spells it; '' when the name says nothing. */
  language: string;
  /** The manifest format that claims this path; '' when none does. */
  manifest: string;
  /** Whether the name is that of a license text. If it is, and no rule knows the text, the license is unknown. */
  isLicenseFile: boolean;
}

/** Ends the hint of a license file. No language or manifest name ends with it. */
const LICENSE_MARK = '!';
/** Languages of prose: `license.md` is a license file, `license.ts` is a program. */
const PROSE = new Set(['', 'Text', 'Markdown', 'reStructuredText', 'AsciiDoc', 'HTML', 'Rich Text Format']);

/** What a path says to the analyser: `JavaScript`, `JSON+npm-package-json`, `+pip-requirements`, `Markdown!`, or '' for nothing. */
export function analysisHint(path: string): string {
  const language = languageOfPath(path)?.name ?? '';
  const manifest = manifestNameFor(path);
  if (manifest) return `${language}+${manifest}`;
  return PROSE.has(language) && isLicenseFileName(path.slice(path.lastIndexOf('/') + 1))
    ? `${language}${LICENSE_MARK}`
    : language;
}

/**
 * Splits a hint into its parts. A `+` at the end belongs to the language (`C++`), because no manifest format has an
 * empty name.
 */
export function readHint(hint: string): Hint {
  if (hint.endsWith(LICENSE_MARK)) return { language: hint.slice(0, -1), manifest: '', isLicenseFile: true };
  const plus = hint.lastIndexOf('+');
  if (plus < 0 || plus === hint.length - 1) return { language: hint, manifest: '', isLicenseFile: false };
  return { language: hint.slice(0, plus), manifest: hint.slice(plus + 1), isLicenseFile: false };
}
