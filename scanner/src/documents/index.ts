// Searches the text inside PDF and office files on request, so that licenses, copyrights and the rest are found in it too. Runs in the
// threads of the analysis, under their deadline and memory limit. Unreadable documents give an issue, never an error.

import type { Analyzer } from '../analyze/index.ts';
import { beginWindows, WINDOW_BYTES } from '../analyze/index.ts';
import type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
import type { FileFacts, Found, Issue } from '../findings.ts';
import type { DocumentText } from './document-text.ts';
import { type DocumentFormat, documentFormat, MAX_DOCUMENT_BYTES, tooLargeIssue, unread } from './names.ts';
import { officeText } from './office.ts';
import { pdfText } from './pdf.ts';

export type { DocumentText } from './document-text.ts';
export { isDocumentName, MAX_DOCUMENT_BYTES, streamedDocumentIssue } from './names.ts';

const READERS: Readonly<Record<DocumentFormat, (bytes: Uint8Array) => Promise<DocumentText>>> = {
  pdf: pdfText,
  office: officeText,
};

/** The analysis of one item, with or without the text of documents. */
export function itemAnalysis(
  analyzer: Analyzer,
  readsDocuments: boolean,
): (item: AnalysisItem) => AnalysisResult | Promise<AnalysisResult> {
  if (readsDocuments) return (item) => analyzeWithDocuments(analyzer, item);
  return ({ bytes, hint, known, window }) =>
    window ? analyzer.analyzeWindow(bytes, window) : analyzer.analyze(bytes, hint, known);
}

/** Analyses an item with the text of documents. Line numbers of findings in a document refer to that text. */
export async function analyzeWithDocuments(analyzer: Analyzer, item: AnalysisItem): Promise<AnalysisResult> {
  const { bytes, hint, known, window } = item;
  if (window) return analyzer.analyzeWindow(bytes, window);
  const result = analyzer.analyze(bytes, hint, known);
  const format = documentFormat(result.findings);
  if (!format) return result;
  if (bytes.length > MAX_DOCUMENT_BYTES) return withIssue(result, tooLargeIssue());
  // A copy, because the readers need memory that is not shared.
  const found = await READERS[format](new Uint8Array(bytes));
  if ('reason' in found) return withIssue(result, unread(found.reason));
  if (found.text.trim() === '') return withIssue(result, unread('it holds none, only pictures perhaps'));
  return withText(analyzer, result, found.text, found.note);
}

function withText(analyzer: Analyzer, { findings, issues }: Found<FileFacts>, text: string, note: string | undefined) {
  const all = Buffer.from(text);
  const bytes = all.subarray(0, WINDOW_BYTES);
  const state = beginWindows(bytes, '');
  // Unreadable text (codes of an odd font) is not searched.
  if (!state.sniffed.isText) return withIssue({ findings, issues }, unread('what it holds is no readable text'));
  const inText = analyzer.analyzeWindow(bytes, state);
  const { spdx, licenses, licenseReferences, copyrights, authors, emails, urls, searchTerms } = inText.findings;
  Object.assign(findings, { spdx, licenses, licenseReferences, copyrights, authors, emails, urls, searchTerms });
  const said = [...issues, ...inText.issues];
  if (note !== undefined)
    said.push({ code: 'truncated-analysis', path: '', message: `Of the document's text ${note}.` });
  if (all.length > bytes.length) {
    const megabytes = WINDOW_BYTES / 1024 / 1024;
    said.push({ code: 'truncated-analysis', path: '', message: `Of the document's text the first ${megabytes} MB were analysed.` }); // biome-ignore format: one issue
  }
  return { findings, issues: said };
}

function withIssue({ findings, issues }: Found<FileFacts>, issue: Issue): Found<FileFacts> {
  return { findings, issues: [...issues, issue] };
}
