// The text of a PDF file (ISO 32000), page by page, by pdf.js in the bundle of unpdf. No page is drawn and no script is run.
import type { DocumentText } from './document-text.ts';

const MOST_PAGES = 5000;

export async function pdfText(bytes: Uint8Array): Promise<DocumentText> {
  // Loaded with the first PDF: most scans have none or do not search documents.
  const { getDocumentProxy } = await import('unpdf');
  let document: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    document = await getDocumentProxy(bytes, { verbosity: 0 });
  } catch (error) {
    const { name, message } = error as Error;
    return {
      reason: name === 'PasswordException' ? 'it is encrypted' : `it is damaged (${message.replace(/\.$/, '')})`,
    };
  }
  try {
    const pages: string[] = [];
    let damaged = 0;
    const count = Math.min(document.numPages, MOST_PAGES);
    for (let number = 1; number <= count; number++) {
      try {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
        page.cleanup();
      } catch {
        // Counted and reported below.
        damaged++;
      }
    }
    if (damaged === count && count > 0) return { reason: 'none of its pages can be read' };
    const notes = [
      ...(document.numPages > count ? [`the first ${MOST_PAGES} of ${document.numPages} pages were analysed`] : []),
      ...(damaged > 0 ? [`${damaged} pages are missing, which are damaged`] : []),
    ];
    return { text: pages.join('\n\n'), ...(notes.length > 0 ? { note: notes.join(', and ') } : {}) };
  } finally {
    await document.loadingTask.destroy();
  }
}
