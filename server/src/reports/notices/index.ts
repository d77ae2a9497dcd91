// The Notices report: what has to be shipped with the product, as text: every published item with its notices. What was rejected is not shipped.
import { inventoryStatusNames } from '../../domain/inventory.ts';
import { noticesFor } from '../../domain/notices.ts';
import type { ReportItem, ReportSource, ReportWriter } from '../report.ts';

const RULE = '='.repeat(78);

export const notices: ReportWriter = {
  write: (source) => [{ name: 'notices-report.txt', content: text(source) }],
};

async function* text(source: ReportSource): AsyncGenerator<string> {
  yield `THIRD-PARTY NOTICES\n\n${source.project.name}\nGenerated on ${source.generatedOn} UTC\n`;
  let count = 0;
  for await (const item of source.items({ publishedOnly: true })) {
    if (item.status === inventoryStatusNames.REJECTED) continue;
    count++;
    yield await entry(item, source);
  }
  if (count === 0) yield `\n${RULE}\nNo inventory has been published yet, or all of it was rejected.\n`;
}

async function entry(item: ReportItem, source: ReportSource): Promise<string> {
  const library = await source.licenseTexts(item.licenseExpression);
  const libraryText = library.map((license) => license.text).join('\n\n');
  const { text: body } = noticesFor({
    noticesText: item.noticesText,
    asFoundLicenseText: item.asFoundLicenseText,
    libraryText,
  });
  const head = [item.name, item.url, `License: ${item.licenseName}`].filter((line) => line !== '').join('\n');
  const copyrights = item.copyrights.length > 0 ? `\n${item.copyrights.join('\n')}\n` : '';
  return `\n${RULE}\n${head}\n${copyrights}\n${body.trim() === '' ? 'No license text is known for this item.' : body.trim()}\n`;
}
