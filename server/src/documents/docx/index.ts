// A document for Word and similar programs (ECMA-376, WordprocessingML), written as a stream, because notices of large products have hundreds of
// thousands of paragraphs. Headings, tables and links are real ones, because lawyers edit the result.
import type { DocumentFormat, FileOut, ReportDocument } from '../document.ts';
import { zipOf } from '../zip.ts';
import { bodyXml, type Written } from './body.ts';
import {
  contentTypes,
  coreProperties,
  documentRelations,
  footerXml,
  headerRelations,
  headerXml,
  pictureOf,
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
  const written: Written = {
    links: [],
    bookmarks: 0,
    charts: [],
    paper: { size: document.brand.paper, orientation: 'upright' },
  };
  const logo = pictureOf(document.brand.logo);
  yield { name: '_rels/.rels', content: whole(RELS) };
  yield { name: 'docProps/core.xml', content: whole(coreProperties(document)) };
  yield { name: 'word/styles.xml', content: whole(STYLES) };
  yield { name: 'word/header1.xml', content: whole(headerXml(document.brand, logo)) };
  yield { name: 'word/footer1.xml', content: whole(footerXml(document.brand)) };
  if (logo) {
    yield { name: `word/media/logo.${logo.kind}`, content: whole(logo.bytes), isPacked: true };
    yield { name: 'word/_rels/header1.xml.rels', content: whole(headerRelations(logo)) };
  }
  yield { name: 'word/document.xml', content: bodyXml(document, written) };
  // Write the body first: it collects the links and charts.
  for (const [at, chart] of written.charts.entries())
    yield { name: `word/charts/chart${at + 1}.xml`, content: whole(chart) };
  yield { name: 'word/_rels/document.xml.rels', content: whole(documentRelations(written)) };
  yield { name: '[Content_Types].xml', content: whole(contentTypes(written.charts.length)) };
}

async function* whole(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content;
}
