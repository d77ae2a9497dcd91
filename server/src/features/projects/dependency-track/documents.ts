// What programs for Dependency-Track fetch of a project: its components, and its SBOM and VEX as CycloneDX. The documents are those of the reports.
import { sbomWriter } from '@assay/scanner/sbom';
import type { App } from '../../../app.ts';
import { eachItemOf, pageOfItems } from '../../../db/inventories/item-lists.ts';
import type { DetailedItem } from '../../../db/inventories/items.ts';
import { installationId } from '../../../db/site-settings.ts';
import { UNKNOWN_VERSION } from '../../../domain/inventories/inventory.ts';
import { uuidOf } from '../../../domain/projects/keyed-uuids.ts';
import type { Caller } from '../../../http/call.ts';
import { MOST_DOCUMENT_ITEMS, writtenDocument } from '../../../report-runs/written-document.ts';
import type { ReportSource } from '../../../reports/report.ts';
import { sbomSource } from '../../../reports/sbom-source.ts';
import { vulnerabilities } from '../../../reports/vulnerabilities/index.ts';

export { MOST_DOCUMENT_ITEMS };
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
  return writtenDocument({ app: call.app, login: call.caller.login }, projectId, { options, form }, async (source) =>
    writer.write(await sbomSource(source)),
  );
}

export function vexOf(call: DocumentCall, projectId: number) {
  return writtenDocument(
    { app: call.app, login: call.caller.login },
    projectId,
    { options: {}, form: 'json' },
    vexContent,
  );
}

async function vexContent(source: ReportSource): Promise<AsyncIterable<string | Uint8Array>> {
  for await (const { content } of vulnerabilities.files?.(source) ?? []) return content;
  throw new Error('The report of vulnerabilities writes no VEX document.');
}
