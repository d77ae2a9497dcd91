// Vulnerabilities with their analyses: for people as a document, for programs as VEX (CycloneDX 1.6, OpenVEX 0.2.0, CSAF 2.0 and 2.1).
import type { Block, FileOut } from '../../documents/document.ts';
import { severities } from '../../domain/vulnerabilities/severity.ts';
import { advisoryFacts, advisoryNote, notComparedTable } from '../advisory-data.ts';
import type { ReportItem, ReportVulnerability } from '../data.ts';
import { Counts, projectFacts, subtitle } from '../item-blocks.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { severityWord, stateWords } from '../vulnerability-analysis.ts';
import { vulnerabilityTable } from '../vulnerability-table.ts';
import { csafVex } from './csaf.ts';
import { cycloneDxVex, openVex } from './vex.ts';

export const vulnerabilities: ReportWriter = {
  data: ['vulnerabilities', 'inventoryItems'],
  document: (source) => ({
    title: `Vulnerabilities: ${source.head.project.name}`,
    subtitle: subtitle(source, ''),
    brand: source.brand,
    at: source.at,
    facts: [...projectFacts(source), ...advisoryFacts(source)],
    sections: [
      { id: 'summary', title: 'Summary', blocks: () => summary(source) },
      { id: 'vulnerabilities', title: 'Vulnerabilities and analyses', blocks: () => [vulnerabilityTable(source)] },
      { id: 'not-compared', title: 'Not compared with advisories', blocks: () => [notComparedTable(source)] },
    ],
  }),
  files: vexFiles,
};

async function* summary(source: ReportSource): AsyncGenerator<Block> {
  const [severity, state] = [new Counts(), new Counts()];
  for await (const one of source.list('vulnerabilities')) {
    severity.add(severityWord(one));
    state.add(stateWords(one) || 'not analysed');
  }
  yield advisoryNote(source);
  if (severity.total === 0) {
    // If there are no data, the note has said so already.
    if (source.head.advisories.dataAsOf !== null)
      yield {
        type: 'paragraph',
        text: 'This server knows no vulnerability of the items of this project. This does not prove that there is none.',
        tone: 'warn',
      };
    return;
  }
  yield {
    type: 'bars',
    title: 'By severity',
    bars: severity.bars(severities, { CRITICAL: 'bad', HIGH: 'bad', MEDIUM: 'warn' }),
  };
  yield { type: 'bars', title: 'Vulnerabilities by state of the analysis', bars: state.bars() };
}

async function* vexFiles(source: ReportSource): AsyncGenerator<FileOut> {
  const rows: ReportVulnerability[] = await Array.fromAsync(source.list('vulnerabilities'));
  const notCompared: ReportItem[] = [];
  for await (const item of source.list('inventoryItems'))
    if (item.coverage.state === 'not-compared') notCompared.push(item);
  yield { name: 'vulnerabilities.vex.cdx.json', content: cycloneDxVex(source, rows, notCompared) };
  yield { name: 'vulnerabilities.openvex.json', content: whole(openVex(source, rows, notCompared)) };
  for (const [version, name] of CSAF_FILES) {
    const csaf = csafVex(source, rows, notCompared, version);
    if (csaf !== undefined) yield { name, content: whole(csaf) };
  }
}

/** Existing readers know 2.0 and the first name. */
const CSAF_FILES = [
  ['2.0', 'vulnerabilities.csaf.json'],
  ['2.1', 'vulnerabilities.csaf-2.1.json'],
] as const;

async function* whole(document: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(document, null, 2)}\n`;
}
