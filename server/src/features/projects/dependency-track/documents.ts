// What programs for Dependency-Track fetch of a project: its components, and its SBOM and VEX as CycloneDX. The documents are those of the reports.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sbomWriter } from '@assay/scanner/sbom';
import about from '../../../../package.json' with { type: 'json' };
import type { App } from '../../../app.ts';
import { countItems, eachItemOf, pageOfItems } from '../../../db/inventories/item-lists.ts';
import type { DetailedItem } from '../../../db/inventories/items.ts';
import { installationId } from '../../../db/site-settings.ts';
import { UNKNOWN_VERSION } from '../../../domain/inventories/inventory.ts';
import { uuidOf } from '../../../domain/projects/keyed-uuids.ts';
import { AppError } from '../../../errors.ts';
import { streamOfFile } from '../../../file-streams.ts';
import type { Caller } from '../../../http/call.ts';
import { ReportLists } from '../../../report-runs/lists.ts';
import { reportSource } from '../../../report-runs/source.ts';
import type { ReportSource } from '../../../reports/report.ts';
import { sbomSource } from '../../../reports/sbom-source.ts';
import { vulnerabilities } from '../../../reports/vulnerabilities/index.ts';

/** The caller waits for the document. A job writes larger ones: POST /jobs/sbomexport/{projectId}. */
export const MOST_DOCUMENT_ITEMS = 20_000;
export const BOM_MEDIA_TYPES = {
  json: 'application/vnd.cyclonedx+json',
  xml: 'application/vnd.cyclonedx+xml',
} as const;
export type BomForm = keyof typeof BOM_MEDIA_TYPES;

const COMPONENTS = { presence: 'PRESENT', type: 'COMPONENT' } as const;

/** Components of a project, a page of them; also those that are not published. */
export async function componentsOf(app: App, projectId: number, page: { limit: number; offset: number }) {
  const installation = await installationId(app.db);
  const project = { uuid: uuidOf(installation, 'project', projectId) };
  const { ids, total } = await pageOfItems(app.db, projectId, COMPONENTS, page);
  const components = [];
  for await (const batch of eachItemOf(app.db, ids))
    for (const item of batch) components.push({ ...componentOf(item, installation), project });
  return { components, total };
}

export function componentOf(item: DetailedItem, installation: string) {
  const { version_name: version, purl, version_cpe: cpe, license_expression: license, description } = item;
  return {
    uuid: uuidOf(installation, 'component', item.id),
    name: item.component_name ?? item.name,
    version: version === null || version === UNKNOWN_VERSION ? '' : version,
    classifier: 'LIBRARY',
    isInternal: false,
    ...(purl !== '' && { purl }),
    ...(cpe !== null && cpe !== '' && { cpe }),
    ...(license !== '' && { licenseExpression: license }),
    ...(description !== '' && { description }),
  };
}

interface DocumentCall {
  app: App;
  caller: Caller;
}

export type BomVariant = 'inventory' | 'withVulnerabilities' | 'vdr';

/** Of published components, as in every exported SBOM. */
export function bomOf(call: DocumentCall, projectId: number, variant: BomVariant, form: BomForm = 'json') {
  const wanted = { inventory: 'no', withVulnerabilities: 'vex', vdr: 'vdr' }[variant];
  const options = { vulnerabilities: wanted, includeFiles: 'no', includeTexts: 'no' };
  const writer = sbomWriter(form === 'xml' ? 'cyclonedx-1.6-xml' : 'cyclonedx-1.6');
  return written(call, projectId, { options, form }, async (source) => writer.write(await sbomSource(source)));
}

export function vexOf(call: DocumentCall, projectId: number) {
  return written(call, projectId, { options: {}, form: 'json' }, vexContent);
}

async function vexContent(source: ReportSource): Promise<AsyncIterable<string | Uint8Array>> {
  for await (const { content } of vulnerabilities.files?.(source) ?? []) return content;
  throw new Error('The report of vulnerabilities writes no VEX document.');
}

/** Written to a file before the answer begins, so that an error can still be answered as one. */
async function written(
  { app, caller }: DocumentCall,
  projectId: number,
  { options, form }: { options: Record<string, string>; form: BomForm },
  content: (source: ReportSource) => Promise<AsyncIterable<string | Uint8Array>>,
) {
  const items = await countItems(app.db, projectId, COMPONENTS);
  if (items > MOST_DOCUMENT_ITEMS)
    throw new AppError('tooLarge', {
      message: `The project has ${items} components; at most ${MOST_DOCUMENT_ITEMS} are written here. Export it by POST /jobs/sbomexport/${projectId}.`,
    });
  const work = join(app.folder.temporary, `document-${randomUUID()}`);
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const context = { app, checkpoint: async () => undefined };
    const wanted = { report: 'SBOM', projectId, options, generatedBy: caller.login, toolVersion: about.version };
    const source = await reportSource(context, new ReportLists(work), wanted);
    const file = join(work, 'document.json');
    await pipeline(Readable.from(await content(source)), createWriteStream(file, { mode: 0o600 }));
    const fileName = `${source.head.project.name}.cdx.${form}`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
    // The open file can be read after its name is removed.
    return { ...(await streamOfFile(file)), fileName };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
