// The small parts of a Word document: styles, head and foot of the pages, and the list of parts in the package.
import type { Brand, ReportDocument } from '../document.ts';
import { escapeMarkup, printableLine } from '../printable.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export function contentTypes(charts: number): string {
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`;
  const drawn = Array.from({ length: charts }, (_, at) =>
    override(`/word/charts/chart${at + 1}.xml`, 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'),
  );
  const parts = [
    override('/word/document.xml', `${TYPE}.document.main+xml`),
    ...[override('/word/styles.xml', `${TYPE}.styles+xml`), override('/word/header1.xml', `${TYPE}.header+xml`)],
    override('/word/footer1.xml', `${TYPE}.footer+xml`),
    override('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    ...drawn,
  ];
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${parts.join('')}</Types>`;
}

export const RELS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

export function coreProperties({ title, brand, at }: ReportDocument): string {
  const time = at.toISOString().replace(/\.\d+Z$/, 'Z');
  return `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${line(title)}</dc:title><dc:creator>${line(brand.name)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`;
}

export function documentRelations({ links, charts }: { links: readonly string[]; charts: readonly string[] }): string {
  const drawn = charts.map(
    (_, at) => `<Relationship Id="rIdChart${at + 1}" Type="${OFFICE}/chart" Target="charts/chart${at + 1}.xml"/>`,
  );
  const parts = links.map(
    (url, at) =>
      `<Relationship Id="rIdLink${at}" Type="${OFFICE}/hyperlink" Target="${escapeMarkup(url)}" TargetMode="External"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rIdHeader" Type="${OFFICE}/header" Target="header1.xml"/><Relationship Id="rIdFooter" Type="${OFFICE}/footer" Target="footer1.xml"/>${drawn.join('')}${parts.join('')}</Relationships>`;
}

export interface Picture {
  kind: 'png' | 'jpeg';
  bytes: Buffer;
  width: number;
  height: number;
}

/** The logo if it is a PNG or JPEG. Other pictures cannot be measured here and appear in HTML only. */
export function pictureOf(address: string): Picture | undefined {
  const [, kind, data] = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/=]+)$/.exec(address) ?? [];
  if (kind === undefined || data === undefined) return undefined;
  const bytes = Buffer.from(data, 'base64');
  const size = kind === 'png' ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  return size && size.width > 0 && size.height > 0 ? { kind: kind as Picture['kind'], bytes, ...size } : undefined;
}

type Size = Pick<Picture, 'width' | 'height'>;

function sizeOfPng(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47 || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks from marker to marker to the beginning of a frame (ITU-T T.81, B.1.1.3), which contains the size of the picture. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Without a marker here, this is not a picture; 0xFFFF is a filler.
    if (marker < 0xff01) return undefined;
    at += marker === 0xffff ? 1 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

export function headerRelations({ kind }: Picture): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rIdLogo" Type="${OFFICE}/image" Target="media/logo.${kind}"/></Relationships>`;
}

/** Size of the logo on the page, in units of 1/914,400 inch. */
const LOGO_HEIGHT = 320_000;

export function headerXml(brand: Brand, logo: Picture | undefined): string {
  const picture = logo ? `<w:r>${drawing(logo)}</w:r><w:r><w:t xml:space="preserve">  </w:t></w:r>` : '';
  return `${HEAD}<w:hdr ${W} xmlns:r="${OFFICE}"><w:p><w:pPr><w:pStyle w:val="Edge"/></w:pPr>${picture}<w:r><w:t>${line(brand.name)}</w:t></w:r></w:p></w:hdr>`;
}

function drawing({ width, height }: Picture): string {
  const size = `cx="${Math.min(3_000_000, Math.round((LOGO_HEIGHT * width) / height))}" cy="${LOGO_HEIGHT}"`;
  const picture = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
  return `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent ${size}/><wp:docPr id="1" name="Logo"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="${picture}"><pic:pic xmlns:pic="${picture}"><pic:nvPicPr><pic:cNvPr id="1" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdLogo"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
}

export function footerXml(brand: Brand): string {
  const field = (name: string) => `<w:fldSimple w:instr="${name}"><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
  const words = brand.footer === '' ? '' : `<w:r><w:t xml:space="preserve">${line(brand.footer)}   </w:t></w:r>`;
  return `${HEAD}<w:ftr ${W}><w:p><w:pPr><w:pStyle w:val="Edge"/></w:pPr>${words}<w:r><w:t xml:space="preserve">Page </w:t></w:r>${field('PAGE')}<w:r><w:t xml:space="preserve"> of </w:t></w:r>${field('NUMPAGES')}</w:p></w:ftr>`;
}

const style = (id: string, name: string, paragraph: string, run: string, more = '<w:basedOn w:val="Normal"/>') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}<w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;

const headings = [34, 28, 24].map((size, at) =>
  style(
    `Heading${at + 1}`,
    `heading ${at + 1}`,
    `<w:keepNext/><w:spacing w:before="${320 - at * 80}" w:after="80"/><w:outlineLvl w:val="${at}"/>`,
    `<w:b/><w:sz w:val="${size}"/>`,
  ),
);

export const STYLES = `${HEAD}<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="21"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="100"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0B5CAD"/><w:u w:val="single"/></w:rPr></w:style>${headings.join('')}${style('Title', 'Title', '<w:spacing w:after="60"/>', '<w:b/><w:sz w:val="44"/>')}${style('Subtitle', 'Subtitle', '<w:spacing w:after="240"/>', '<w:color w:val="5B6875"/>')}${style('TOCHeading', 'TOC Heading', '<w:keepNext/><w:spacing w:before="240"/>', '<w:b/><w:sz w:val="26"/>')}${style('TOC1', 'toc 1', '<w:spacing w:after="40"/>', '')}${style('Caption', 'caption', '<w:keepNext/><w:spacing w:before="100" w:after="40"/>', '<w:b/>')}${style('ListItem', 'List Paragraph', '<w:tabs><w:tab w:val="left" w:pos="280"/></w:tabs><w:spacing w:after="40"/><w:ind w:left="280" w:hanging="280"/>', '')}${style('Verbatim', 'HTML Preformatted', '<w:shd w:val="clear" w:color="auto" w:fill="F4F6F8"/><w:spacing w:after="0"/>', '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="17"/>')}${style('TableText', 'Table Text', '<w:spacing w:before="20" w:after="20"/>', '<w:sz w:val="18"/>')}${style('TableHead', 'Table Head', '<w:spacing w:before="20" w:after="20"/>', '<w:b/><w:sz w:val="18"/>')}${style('Edge', 'header', '', '<w:color w:val="5B6875"/><w:sz w:val="17"/>')}<w:style w:type="table" w:styleId="Rows"><w:name w:val="Rows"/><w:tblPr><w:tblBorders><w:top w:val="single" w:sz="4" w:color="C8D0D8"/><w:bottom w:val="single" w:sz="4" w:color="C8D0D8"/><w:insideH w:val="single" w:sz="4" w:color="C8D0D8"/></w:tblBorders><w:tblCellMar><w:left w:w="70" w:type="dxa"/><w:right w:w="70" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`;

const line = (text: string) => escapeMarkup(printableLine(text));
