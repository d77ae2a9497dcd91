// Third-party evidence: the licenses, copyrights, addresses and search terms that scans found in files.
import type { Block } from '../../documents/document.ts';
import { isPlaceholderStatement } from '../../domain/inventories/notice-texts.ts';
import type { ReportFile } from '../data.ts';
import { Counts, mapped, projectFacts, subtitle } from '../item-blocks.ts';
import type { ReportSource, ReportWriter } from '../report.ts';

const FILES_ON_PAGE = 3000;

export const evidence: ReportWriter = {
  data: ['files'],
  document: (source) => ({
    title: `Third-party evidence: ${source.head.project.name}`,
    subtitle: subtitle(source, ''),
    brand: source.brand,
    at: source.at,
    facts: projectFacts(source),
    sections: [
      { id: 'summary', title: 'Summary', blocks: () => summary(source) },
      { id: 'holders', title: 'Copyright statements', blocks: () => statements(source) },
      { id: 'files', title: 'Files with evidence', blocks: () => [files(source)] },
    ],
  }),
};

function hasEvidence(file: ReportFile): boolean {
  return file.licenses.length + file.copyrights.length + file.emails + file.urls + file.searchTerms.length > 0;
}

async function* wanted({ list, options }: ReportSource): AsyncGenerator<ReportFile> {
  const words = (options.pathContains ?? '').trim().toLowerCase();
  for await (const file of list('files')) {
    const isOpen = !file.isInInventory && !file.isReviewed;
    if (hasEvidence(file) && (options.files !== 'open' || isOpen) && file.path.toLowerCase().includes(words))
      yield file;
  }
}

async function* summary(source: ReportSource): AsyncGenerator<Block> {
  const licenses = new Counts();
  const kinds = new Counts();
  for await (const file of wanted(source)) {
    for (const license of file.licenses) licenses.add(license);
    kinds.add('Files with evidence');
    if (file.licenses.length > 0) kinds.add('with licenses');
    if (file.copyrights.length > 0) kinds.add('with copyrights');
    if (file.emails > 0) kinds.add('with e-mail addresses');
    if (file.urls > 0) kinds.add('with web addresses');
    if (file.searchTerms.length > 0) kinds.add('with search terms');
    if (file.isInInventory) kinds.add('in the inventory');
    if (file.isReviewed) kinds.add('reviewed');
  }
  yield { type: 'bars', title: 'Files', bars: kinds.bars() };
  yield { type: 'bars', title: 'Most frequent licenses', bars: licenses.bars().slice(0, 25) };
  yield {
    type: 'table',
    sheet: 'Licenses',
    columns: [
      { title: 'License', width: 50 },
      { title: 'Files', type: 'number' },
    ],
    rows: licenses.bars().map(({ label, value }) => [label, value]),
    none: 'No file names a license.',
  };
}

async function* statements(source: ReportSource): AsyncGenerator<Block> {
  const counts = new Counts();
  for await (const file of wanted(source))
    for (const statement of file.copyrights) if (!isPlaceholderStatement(statement)) counts.add(statement);
  yield {
    type: 'table',
    sheet: 'Copyrights',
    columns: [
      { title: 'Statement', width: 90 },
      { title: 'Files', type: 'number' },
    ],
    rows: counts.bars().map(({ label, value }) => [label, value]),
    mostOnPage: FILES_ON_PAGE,
    none: 'No file has a copyright statement.',
  };
}

function files(source: ReportSource): Block {
  return {
    type: 'table',
    sheet: 'Files',
    columns: [
      { title: 'Path', width: 70 },
      { title: 'Licenses', width: 30 },
      { title: 'Copyrights', width: 60 },
      { title: 'E-mails', type: 'number' },
      { title: 'URLs', type: 'number' },
      { title: 'Search terms', width: 24 },
      { title: 'In inventory', type: 'boolean' },
      { title: 'Reviewed', type: 'boolean' },
    ],
    rows: mapped(wanted(source), (file) => [
      file.path,
      file.licenses,
      file.copyrights,
      file.emails,
      file.urls,
      file.searchTerms,
      file.isInInventory,
      file.isReviewed,
    ]),
    mostOnPage: FILES_ON_PAGE,
    none: 'No file has evidence, or the options leave out all files.',
  };
}
