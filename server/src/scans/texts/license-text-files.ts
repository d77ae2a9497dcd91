// What kind of license text a file may hold, by its name and language. The names are data of the scanner.
import { isProse, isReadme, licenseFileRoleAt } from '@assay/scanner/licenses';
import type { TextFileKind } from '../../domain/licenses/license-texts.ts';

/** Endings that licenses have after their own names, and those of texts: a file with another one is code or data. */
const OF_TEXT = /^[^.]*$|\.(?:txt|md|markdown|mdown|rst|adoc|html?|rtf|pdf|docx?|odt|license|licence|text|asc)$/i;
const CODE_NAME =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|xml|class|py|rb|java|go|rs|c|cc|cpp|h|hpp|cs|php|sh|pl|svg|png|css|map|gradle|toml|jar)$/i;
/** Bundlers of JavaScript write the licenses of what they bundle beside their output: `index.js.LICENSE.txt`, `index.js.LEGAL.txt`. */
const OF_BUNDLER = /\.[cm]?[jt]sx?\.(?:licen[cs]es?|legal)(?:\.txt)?$/i;
const PROSE_LANGUAGES: ReadonlySet<string> = new Set(['', 'Text', 'Markdown', 'HTML', 'reStructuredText', 'AsciiDoc']);

/** Whether the name is that of a text or document. A picture called `notice.webp` is none, and no text of it is missing. */
export const hasNameOfText = (path: string): boolean => OF_TEXT.test(path.slice(path.lastIndexOf('/') + 1));

/** @param language of the analyser; '' if it found none */
export function textFileKind(path: string, language: string): TextFileKind {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isText = isProse(name) || (PROSE_LANGUAGES.has(language) && !CODE_NAME.test(name));
  if (isText && OF_BUNDLER.test(name)) return 'third-parties';
  if (isText) {
    // In a folder LICENSES each text is one, but pictures and data may lie beside them.
    const role = licenseFileRoleAt(path, !hasNameOfText(path));
    if (role === 'license' || role === 'text') return 'license';
    if (role === 'aside') return 'third-parties';
    if (role === 'notice') return 'notice';
    if (isReadme(name)) return 'readme';
  }
  return PROSE_LANGUAGES.has(language) && !CODE_NAME.test(name) ? 'prose' : 'source';
}
