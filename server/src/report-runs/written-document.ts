// A document about a project that the caller waits for: its content is that of the reports.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sbomWriter } from '@assay/scanner/sbom';
import about from '../../package.json' with { type: 'json' };
import type { App } from '../app.ts';
import { countItems } from '../db/inventories/item-lists.ts';
import { AppError } from '../errors.ts';
import { streamOfFile } from '../file-streams.ts';
import type { ReportSource } from '../reports/report.ts';
import { sbomSource } from '../reports/sbom-source.ts';
import { ReportLists } from './lists.ts';
import { reportSource } from './source.ts';

/** The caller waits for the document. A job writes larger ones: POST /jobs/sbomexport/{projectId}. */
export const MOST_DOCUMENT_ITEMS = 20_000;
const COMPONENTS = { presence: 'PRESENT', type: 'COMPONENT' } as const;

const INVENTORY_ALONE = { vulnerabilities: 'no', includeFiles: 'no', includeTexts: 'no' };
const inventoryContent: Content = async (source) => sbomWriter('cyclonedx-1.6').write(await sbomSource(source));

/** The published components as CycloneDX 1.6, without vulnerabilities, files and license texts, into a file; `work` is a folder for what is needed
 * meanwhile. Returns the name of the project. */
export async function writeInventorySbom(
  by: { app: App; login: string },
  projectId: number,
  { file, work }: { file: string; work: string },
): Promise<string> {
  const { head } = await writeDocument(by, projectId, { options: INVENTORY_ALONE, file, work }, inventoryContent);
  return head.project.name;
}

/** Written to a file before the answer begins, so that an error can still be answered as one. */
export async function writtenDocument(
  by: { app: App; login: string },
  projectId: number,
  { options, form }: { options: Record<string, string>; form: string },
  content: Content,
) {
  const work = join(by.app.folder.temporary, `document-${randomUUID()}`);
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, 'document.json');
    const { head } = await writeDocument(by, projectId, { options, file, work }, content);
    const fileName = `${head.project.name}.cdx.${form}`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
    // The open file can be read after its name is removed.
    return { ...(await streamOfFile(file)), fileName };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

type Content = (source: ReportSource) => Promise<AsyncIterable<string | Uint8Array>>;

async function writeDocument(
  { app, login }: { app: App; login: string },
  projectId: number,
  { options, file, work }: { options: Record<string, string>; file: string; work: string },
  content: Content,
): Promise<ReportSource> {
  const items = await countItems(app.db, projectId, COMPONENTS);
  if (items > MOST_DOCUMENT_ITEMS)
    throw new AppError('tooLarge', {
      message: `The project has ${items} components; at most ${MOST_DOCUMENT_ITEMS} are written here. Export it by POST /jobs/sbomexport/${projectId}.`,
    });
  const context = { app, checkpoint: async () => undefined };
  const wanted = { report: 'SBOM', projectId, options, generatedBy: login, toolVersion: about.version };
  const source = await reportSource(context, new ReportLists(work), wanted);
  await pipeline(Readable.from(await content(source)), createWriteStream(file, { mode: 0o600 }));
  return source;
}
