// The incident pack: early warning (24 hours), notification (72 hours) and final report of article 14 of the Cyber
// Resilience Act. The server fills in the known facts and marks what a person must add.
import type { Block, Cell, Section } from '../../documents/document.ts';
import { parseWireTime, wireTime } from '../../domain/wire-times.ts';
import { advisoryNote } from '../advisory-data.ts';
import type { ReportItem, ReportVulnerability } from '../data.ts';
import { itemColumns, itemRow, subtitle, urlCell } from '../item-blocks.ts';
import type { ReportSource, ReportWriter } from '../report.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const incident: ReportWriter = {
  data: ['vulnerabilities', 'inventoryItems'],
  document: (source) => ({
    title: `Incident pack: ${source.head.project.name}`,
    subtitle: subtitle(
      source,
      'This is a draft. The server has not sent it. Send it through the single reporting platform.',
    ),
    brand: source.brand,
    at: source.at,
    facts: terms(source),
    sections: sections(source),
  }),
};

function sections(source: ReportSource): Section[] {
  return [
    { id: 'early-warning', title: 'Early warning (within 24 hours)', blocks: () => earlyWarning(source) },
    { id: 'notification', title: 'Notification (within 72 hours)', blocks: () => notification(source) },
    { id: 'final-report', title: finalTitle(source), blocks: () => finalReport(source) },
    { id: 'affected', title: 'Components concerned', blocks: () => affected(source) },
    { id: 'users', title: 'Words for users', blocks: () => users(source) },
  ];
}

const isVulnerability = ({ options }: ReportSource) => (options.vulnerability ?? '').trim() !== '';
const TO_ADD: Cell = { text: 'TO BE ADDED by a person', tone: 'warn' };

/** For a vulnerability 14 days after the fix, for an incident one month after the notification. */
function finalTitle(source: ReportSource): string {
  return isVulnerability(source)
    ? 'Final report (within 14 days of a corrective measure)'
    : 'Final report (within one month of the notification)';
}

function terms(source: ReportSource): [string, Cell][] {
  const aware = parseWireTime(source.options.awareSince ?? '');
  const fixed = parseWireTime(source.options.fixedOn ?? '');
  const after = (date: Date | undefined, ms: number): Cell =>
    date === undefined ? TO_ADD : termCell(new Date(date.getTime() + ms), source.at);
  const final = isVulnerability(source)
    ? fixed === undefined
      ? { text: '14 days after a corrective measure is available', tone: 'soft' as const }
      : after(fixed, 14 * DAY_MS)
    : { text: 'one month after the notification was sent', tone: 'soft' as const };
  return [
    ['Subject', source.options.vulnerability?.trim() || 'Severe incident'],
    ['Aware since', aware === undefined ? TO_ADD : `${wireTime(aware)} UTC`],
    ['Early warning due', after(aware, 24 * HOUR_MS)],
    ['Notification due', after(aware, 72 * HOUR_MS)],
    ['Final report due', final],
  ];
}

function termCell(due: Date, now: Date): Cell {
  const isLate = due.getTime() < now.getTime();
  return { text: `${wireTime(due)} UTC${isLate ? ', which has passed' : ''}`, tone: isLate ? 'bad' : 'good' };
}

async function concerned(source: ReportSource): Promise<ReportVulnerability[]> {
  const wanted = (source.options.vulnerability ?? '').trim().toLowerCase();
  const rows: ReportVulnerability[] = [];
  if (wanted !== '')
    for await (const row of source.list('vulnerabilities')) if (row.id.toLowerCase() === wanted) rows.push(row);
  // Facts are those of a component that has it, rather than of one about which nobody can tell.
  return rows.sort((a, b) => Number(a.isUndetermined) - Number(b.isUndetermined));
}

const concernedWords = ({ itemName, isUndetermined }: ReportVulnerability): string =>
  isUndetermined ? `${itemName}: whether this version is affected cannot be decided` : itemName;

function manufacturer({ head, brand }: ReportSource): [string, Cell][] {
  return [
    ['Manufacturer', brand.name === 'Assay' ? TO_ADD : brand.name],
    ['Contact for security', head.project.securityContact || TO_ADD],
    ['E-mail and telephone', TO_ADD],
    ['Product', head.project.name],
    ['Versions concerned', TO_ADD],
    ['Description of the product', head.project.description || TO_ADD],
    ['Member States where it is available', TO_ADD],
  ];
}

async function* earlyWarning(source: ReportSource): AsyncGenerator<Block> {
  const rows = await concerned(source);
  yield { type: 'facts', rows: manufacturer(source) };
  yield {
    type: 'facts',
    rows: isVulnerability(source)
      ? [
          ['Actively exploited vulnerability', (source.options.vulnerability ?? '').trim()],
          ['How you know that it is exploited', exploitedCell(rows)],
        ]
      : [
          ['Severe incident', TO_ADD],
          ['Suspected to be caused by unlawful or malicious acts', TO_ADD],
        ],
  };
}

function exploitedCell(rows: readonly ReportVulnerability[]): Cell {
  return rows.some(({ isExploited }) => isExploited) ? 'A catalogue of exploited vulnerabilities lists it.' : TO_ADD;
}

async function* notification(source: ReportSource): AsyncGenerator<Block> {
  const rows = await concerned(source);
  const [first] = rows;
  yield { type: 'facts', rows: manufacturer(source).slice(0, 4) };
  yield {
    type: 'facts',
    rows: [
      ['General nature', first?.summary || TO_ADD],
      ['Severity', first?.severity ? `${first.severity}${first.score === null ? '' : ` (${first.score})`}` : TO_ADD],
      ['Components concerned', rows.length === 0 ? TO_ADD : rows.map(concernedWords)],
      ['State of the analysis', first?.state || TO_ADD],
      ['Corrective or mitigating measures taken', first?.response || TO_ADD],
      ['Measures that users can take', first?.fixedIn ? `Update to a version with ${first.fixedIn}.` : TO_ADD],
      ['Sensitivity of this notification', TO_ADD],
      ['Other Member States informed', TO_ADD],
    ],
  };
}

async function* finalReport(source: ReportSource): AsyncGenerator<Block> {
  const [first] = await concerned(source);
  yield {
    type: 'facts',
    rows: isVulnerability(source)
      ? [
          [
            'Description, with severity and impact',
            first ? [first.summary, first.severity].filter(Boolean).join(' ') || TO_ADD : TO_ADD,
          ],
          ['Who has exploited it, if known', TO_ADD],
          ['Security update or other corrective measure', first?.fixedIn || TO_ADD],
          ['Analysis', first?.detail || TO_ADD],
        ]
      : [
          ['Detailed description, with severity and impact', TO_ADD],
          ['Kind of threat or root cause', TO_ADD],
          ['Mitigations that were applied and are still in use', TO_ADD],
        ],
  };
  yield { type: 'blanks', labels: ['Released by', 'Date', 'Signature'] };
}

async function* affected(source: ReportSource): AsyncGenerator<Block> {
  const rows = await concerned(source);
  const ids = new Set(rows.map(({ itemId }) => itemId));
  const items: ReportItem[] = [];
  for await (const item of source.list('inventoryItems')) if (ids.has(item.id)) items.push(item);
  if (isVulnerability(source) && items.length === 0)
    yield {
      type: 'paragraph',
      text: 'This server knows no item with this vulnerability. A person has to add the affected components.',
      tone: 'warn',
    };
  if (isVulnerability(source)) yield advisoryNote(source);
  yield {
    type: 'table',
    sheet: 'Components concerned',
    columns: itemColumns,
    rows: items.map((item) => itemRow(item)),
  };
  yield { type: 'list', items: items.flatMap(({ url }) => (url === '' ? [] : [urlCell(url)])) };
}

function* users(source: ReportSource): Generator<Block> {
  const subject = source.options.vulnerability?.trim() || 'a security incident';
  yield {
    type: 'verbatim',
    text: `Security notice for ${source.head.project.name}\n\nWe have learned of ${subject}. [TO BE ADDED: what it means for you.]\n\nWhat you can do: [TO BE ADDED: update, setting, or other measure.]\n\nWhere to ask: [TO BE ADDED: address.]\n`,
    summary:
      'A first draft. You have to inform users about the incident and about what they can do, without undue delay.',
  };
}
