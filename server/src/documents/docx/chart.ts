// A bar chart that Word draws itself (ECMA-376, DrawingML charts). The figures are in the chart, not in a workbook.
import type { Bar, Tone } from '../document.ts';
import { escapeMarkup, printableLine } from '../printable.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const COLOURS: Record<Tone, string> = { good: '2E7D4F', bad: 'B3261E', warn: 'B26A00', soft: '4F7CAC' };

/** In units of the format: 914,400 per inch. */
const WIDTH = 5_700_000;
const BAR_HEIGHT = 250_000;

export function chartXml(bars: readonly Bar[]): string {
  const fill = (tone: Tone = 'soft') =>
    `<c:spPr><a:solidFill><a:srgbClr val="${COLOURS[tone]}"/></a:solidFill></c:spPr>`;
  const points = bars.map(
    ({ tone }, at) =>
      `<c:dPt><c:idx val="${at}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/>${fill(tone)}</c:dPt>`,
  );
  const list = (values: readonly (string | number)[]) =>
    `<c:ptCount val="${values.length}"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${typeof value === 'number' ? value : escapeMarkup(printableLine(value))}</c:v></c:pt>`).join('')}`;
  const labels =
    '<c:dLbls><c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>';
  const series = `<c:ser><c:idx val="0"/><c:order val="0"/>${fill()}<c:invertIfNegative val="0"/>${points.join('')}${labels}<c:cat><c:strLit>${list(bars.map(({ label }) => label))}</c:strLit></c:cat><c:val><c:numLit><c:formatCode>General</c:formatCode>${list(bars.map(({ value }) => value))}</c:numLit></c:val></c:ser>`;
  const line = '<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>';
  const axes = `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>${line}<c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/><c:min val="0"/></c:scaling><c:delete val="1"/><c:axPos val="t"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="none"/><c:crossAx val="1"/></c:valAx>`;
  return `${HEAD}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}"><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/><c:plotArea><c:layout/><c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series}<c:gapWidth val="45"/><c:axId val="1"/><c:axId val="2"/></c:barChart>${axes}</c:plotArea><c:plotVisOnly val="1"/></c:chart><c:spPr><a:ln><a:noFill/></a:ln></c:spPr><c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"/></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr></c:chartSpace>`;
}

/** The place of the chart in the text. `words` are its alternative text. */
export function chartRun(number: number, title: string, bars: readonly Bar[]): string {
  const height = Math.max(2, bars.length) * BAR_HEIGHT + 120_000;
  const words = `${title}: ${bars.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
  return `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="${WIDTH}" cy="${height}"/><wp:docPr id="${number + 100}" name="Chart ${number}" descr="${escapeMarkup(printableLine(words))}"/><a:graphic xmlns:a="${DRAWING}"><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" r:id="rIdChart${number}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}
