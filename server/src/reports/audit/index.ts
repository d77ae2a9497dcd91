// The Audit report: what was found in the code base, item by item, published items only. HTML to read, JSON to process.
import { countOf, numberText } from '../../domain/count-text.ts';
import { escapeHtml, link, PAGE_END, pageHead, table } from '../html.ts';
import { jsonDocument } from '../json.ts';
import type { ReportItem, ReportSource, ReportWriter } from '../report.ts';

/** More files than this are listed in the JSON only; the page says so. */
const FILES_ON_PAGE = 50;

export const audit: ReportWriter = {
  write: (source) => [
    { name: 'audit-report.html', content: page(source) },
    {
      name: 'audit-report.json',
      content: jsonDocument(
        {
          report: 'Audit',
          generatedOn: source.generatedOn,
          generatedBy: source.generatedBy,
          project: source.project,
          counts: source.counts,
        },
        { inventoryItems: source.items({ publishedOnly: true }) },
      ),
    },
  ],
};

async function* page(source: ReportSource): AsyncGenerator<string> {
  const { project, counts } = source;
  yield pageHead(
    `Audit report: ${project.name}`,
    `Generated on ${source.generatedOn} UTC by ${source.generatedBy}. Published inventory only.`,
  );
  yield table(
    ['Project', 'Contact', 'Status', 'Files', 'Lines of code', 'Published items'],
    [
      [project.name, project.contact, project.status, project.fileCount, project.lineCount, counts.published].map(
        escapeHtml,
      ),
    ],
  );
  yield '<h2>Inventory</h2>\n';
  let count = 0;
  for await (const item of source.items({ publishedOnly: true })) {
    count++;
    yield section(item);
  }
  if (count === 0) yield '<p>No inventory has been published yet.</p>';
  yield PAGE_END;
}

function section(item: ReportItem): string {
  const facts = table(
    ['Type', 'License', 'Priority', 'Review', 'Confidence', 'Scope', 'purl'],
    [
      [
        escapeHtml(item.type),
        escapeHtml(item.licenseName),
        escapeHtml(item.priority),
        `<span class="${escapeHtml(item.status.toLowerCase())}">${escapeHtml(item.status)}</span>`,
        escapeHtml(item.confidence),
        escapeHtml(item.dependencyScope),
        escapeHtml(item.purl || 'N/A'),
      ],
    ],
  );
  return `<section id="item-${item.id}"><h3>${escapeHtml(item.name)}</h3>${item.url ? `<p>${link(item.url)}</p>` : ''}${facts}${notes(item)}${files(item)}</section>\n`;
}

function notes(item: ReportItem): string {
  const parts: [string, string][] = [
    ['Detection notes', item.detectionNotes],
    ['Audit notes', item.auditNotes],
    ['Usage guidance', item.usageGuidance],
    ['Remediation notes', item.remediationNotes],
    ['Copyrights', item.copyrights.join('\n')],
  ];
  return parts
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `<details><summary>${title}</summary><pre>${escapeHtml(text)}</pre></details>`)
    .join('');
}

function files(item: ReportItem): string {
  if (item.files.length === 0) return '';
  const shown = item.files.slice(0, FILES_ON_PAGE);
  const rest = item.files.length - shown.length;
  const more = rest > 0 ? `<li>and ${numberText(rest)} more, listed in audit-report.json</li>` : '';
  return `<details><summary>${countOf(item.files.length, 'file')}</summary><ul>${shown.map((path) => `<li>${escapeHtml(path)}</li>`).join('')}${more}</ul></details>`;
}
