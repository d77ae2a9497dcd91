// A document for Word and its like (ECMA-376, WordprocessingML), written as a stream, because notices of large products have hundreds of
// thousands of paragraphs. Headings, tables and links are real ones: lawyers edit what comes out.
import type { DocumentFormat, FileOut, ReportDocument } from '../document.ts';
import { zipOf } from '../zip.ts';
import { bodyXml, type Written } from './body.ts';
import {
  CONTENT_TYPES,
  coreProperties,
  documentRelations,
  footerXml,
  headerRelations,
  headerXml,
  pngOf,
  RELS,
  STYLES,
} from './parts.ts';

export const docx: DocumentFormat = {
  format: 'docx',
  label: 'Word',
  extension: '.docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  write: (document, name) => [{ name: `${name}.docx`, content: zipOf(files(document), document.at), isPacked: true }],
};

async function* files(document: ReportDocument): AsyncGenerator<FileOut> {
  const written: Written = { links: [], bookmarks: 0 };
  const logo = pngOf(document.brand.logo);
  yield { name: '[Content_Types].xml', content: whole(CONTENT_TYPES) };
  yield { name: '_rels/.rels', content: whole(RELS) };
  yield { name: 'docProps/core.xml', content: whole(coreProperties(document)) };
  yield { name: 'word/styles.xml', content: whole(STYLES) };
  yield { name: 'word/header1.xml', content: whole(headerXml(document.brand, logo)) };
  yield { name: 'word/footer1.xml', content: whole(footerXml(document.brand)) };
  if (logo) {
    yield { name: 'word/media/logo.png', content: whole(logo.bytes), isPacked: true };
    yield { name: 'word/_rels/header1.xml.rels', content: whole(headerRelations()) };
  }
  yield { name: 'word/document.xml', content: bodyXml(document, written) };
  // Links are known when the body is written.
  yield { name: 'word/_rels/document.xml.rels', content: whole(documentRelations(written.links)) };
}

async function* whole(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content;
}
