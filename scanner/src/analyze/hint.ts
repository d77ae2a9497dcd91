// The only thing of a path that the analysis may depend on. Facts are stored by (sha256, hint, analyser version), so that the same bytes
// under two names are analysed once when the names mean the same. Reads no bytes.
import { manifestNameFor } from '../manifests/index.ts';
import { languageOfPath } from './languages.ts';

export interface Hint {
  /** As Linguist spells it; '' when the name tells none. */
  language: string;
  /** Member of the manifest family that wants this path; '' when none does. */
  manifest: string;
}

/** What a path tells the analyser: `JavaScript`, `JSON+npm-package-json`, `+pip-requirements`, or '' when nothing. */
export function analysisHint(path: string): string {
  const language = languageOfPath(path)?.name ?? '';
  const manifest = manifestNameFor(path);
  return manifest ? `${language}+${manifest}` : language;
}

/** The parts of a hint. A `+` at the end belongs to the language (`C++`), because no manifest is named ''. */
export function readHint(hint: string): Hint {
  const plus = hint.lastIndexOf('+');
  if (plus < 0 || plus === hint.length - 1) return { language: hint, manifest: '' };
  return { language: hint.slice(0, plus), manifest: hint.slice(plus + 1) };
}
