// The Project report: the state of the project as a whole: figures, inventory, tasks, and every scanned file with its evidence.
import { countOf, numberText } from '../../domain/count-text.ts';
import { escapeHtml, PAGE_END, pageHead, table } from '../html.ts';
import { jsonDocument } from '../json.ts';
import type { ReportSource, ReportWriter } from '../report.ts';

/** More files than this stand in the JSON only; a page of a million rows opens nowhere. */
const FILES_ON_PAGE = 5000;

export const project: ReportWriter = {
  write: (source) => [
    { name: 'project-report.html', content: page(source) },
    {
      name: 'project-report.json',
      content: jsonDocument(
        {
          report: 'Project',
          generatedOn: source.generatedOn,
          generatedBy: source.generatedBy,
          project: source.project,
          counts: source.counts,
        },
        { inventoryItems: source.items({ publishedOnly: false }), tasks: source.tasks(), files: source.files() },
      ),
    },
  ],
};

async function* page(source: ReportSource): AsyncGenerator<string> {
  const { project: about, counts } = source;
  yield pageHead(`Project report: ${about.name}`, `Generated on ${source.generatedOn} UTC by ${source.generatedBy}.`);
  yield '<h2>Summary</h2>\n';
  yield table(
    ['Contact', 'Status', 'Risk', 'Visibility', 'Folder', 'Created', 'Files', 'Bytes', 'Lines'],
    [
      [
        about.contact,
        about.status,
        about.risk,
        about.visibility,
        about.folderPath,
        about.createdOn,
        about.fileCount,
        about.codebaseBytes,
        about.lineCount,
      ].map(escapeHtml),
    ],
  );
  yield '<h2>Inventory by license priority</h2>\n';
  yield table(Object.keys(counts.licenses).map(escapeHtml), [Object.values(counts.licenses).map(escapeHtml)]);
  yield '<h2>Inventory by review status</h2>\n';
  yield table(Object.keys(counts.review).map(escapeHtml), [Object.values(counts.review).map(escapeHtml)]);
  yield* inventory(source);
  yield* tasks(source);
  yield* files(source);
  yield PAGE_END;
}

async function* inventory(source: ReportSource): AsyncGenerator<string> {
  yield '<h2>Inventory</h2><table><thead><tr><th>Name</th><th>Type</th><th>License</th><th>Priority</th><th>Review</th><th>Published</th><th>Files</th></tr></thead><tbody>\n';
  for await (const item of source.items({ publishedOnly: false })) {
    const cells = [
      item.name,
      item.type,
      item.licenseName,
      item.priority,
      item.status,
      item.isPublished ? 'yes' : 'no',
      item.files.length,
    ];
    yield `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>\n`;
  }
  yield '</tbody></table>';
}

async function* tasks(source: ReportSource): AsyncGenerator<string> {
  yield '<h2>Tasks</h2><table><thead><tr><th>Task</th><th>Kind</th><th>Inventory item</th><th>Owner</th><th>Priority</th><th>State</th></tr></thead><tbody>\n';
  for await (const task of source.tasks()) {
    const cells = [
      `${task.id} ${task.summary}`,
      task.kind,
      task.itemName,
      task.owner,
      task.priority,
      task.isClosed ? 'closed' : 'open',
    ];
    yield `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>\n`;
  }
  yield '</tbody></table>';
}

async function* files(source: ReportSource): AsyncGenerator<string> {
  yield '<h2>Scanned files</h2><table><thead><tr><th>Path</th><th>Licenses</th><th>Copyrights</th><th>In inventory</th><th>Reviewed</th></tr></thead><tbody>\n';
  let count = 0;
  for await (const file of source.files()) {
    if (++count > FILES_ON_PAGE) continue;
    const cells = [
      file.path,
      file.licenses.join('\n'),
      file.copyrights.join('\n'),
      file.isInInventory ? 'yes' : 'no',
      file.isReviewed ? 'yes' : 'no',
    ];
    yield `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>\n`;
  }
  yield '</tbody></table>';
  if (count > FILES_ON_PAGE)
    yield `<p>The first ${numberText(FILES_ON_PAGE)} of ${countOf(count, 'file')} are shown; project-report.json lists all of them.</p>`;
}
