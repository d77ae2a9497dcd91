// Bills of material of a project: the export of the interface document, and what was exported last.
import { SBOM_WRITERS } from '@assay/scanner/sbom';
import { onProject, projectIn, signedIn } from '../../http/access.ts';
import { DataOf, Enumeration, Flag, Id, OneOf, Queued, Type } from '../../http/models/schemas.ts';
import { accepted, data, download } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './export-operations.ts';
import { SbomExport, SigningKey } from './export-schemas.ts';

const params = Type.Object({ projectId: Id('Project') });
const SbomFormatValue = Enumeration(
  'SbomFormat',
  SBOM_WRITERS.map(({ name }) => name),
);

export const sbomExportRoutes: Route[] = [
  route({
    id: 'queueSbomExport',
    method: 'POST',
    path: '/jobs/sbomexport/{projectId}',
    group: 'Jobs',
    summary: 'Queues the export of a project inventory as an SBOM',
    description:
      'The document is kept and can be downloaded. If the site names an address (sbomExportUrl), the job sends it there in the form and with the token of the site settings, and fails if that is not possible; a format that the form has no place for is kept and not sent, which the details of the job say.',
    access: onProject('EXPORT_SBOM', projectIn('params')),
    params,
    query: Type.Object({
      format: SbomFormatValue('Format and version', 'cyclonedx-1.6'),
      signature: OneOf(
        ['none', 'dsse', 'jsf'],
        'Signs it with the key of the site; jsf only for CycloneDX in JSON',
        'none',
      ),
      includeFiles: Flag(false, 'Also lists all files'),
      includeTexts: Flag(true, 'License texts and NOTICE files, as found'),
      vulnerabilities: OneOf(['no', 'vdr', 'vex'], 'vdr: vulnerabilities; vex: also what people decided', 'no'),
    }),
    responses: {
      202: { description: 'Queued; the id of the job follows the colon', schema: Queued },
      400: { description: 'The format has no such signature' },
      404: { description: 'No such project' },
      409: { description: 'A scan, a copy, a deletion or another export of the project is queued or running' },
    },
    async run({ app, caller, params, query }) {
      const id = await operations.queueExport(app, caller, params.projectId, query);
      // Clients read the id between the first and the second colon.
      return accepted(`SBOM export is queued with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'getSbomExport',
    method: 'GET',
    path: '/projects/{projectId}/sbomExport',
    group: 'Project',
    isExtra: true,
    summary: 'The SBOM that was exported last, with its quality by NTIA 2021, CISA 2025 and BSI TR-03183-2',
    access: onProject('DOWNLOAD_REPORT', projectIn('params')),
    params,
    responses: {
      200: { description: 'The export', schema: DataOf(SbomExport) },
      404: { description: 'No such project, or nothing was exported' },
    },
    run: async ({ app, params }) => data(await operations.describeExport(app, params.projectId)),
  }),
  route({
    id: 'downloadSbomExport',
    method: 'GET',
    isAudited: true,
    path: '/projects/{projectId}/sbomExport/download',
    group: 'Project',
    isExtra: true,
    summary: 'The document that was exported last',
    access: onProject('DOWNLOAD_REPORT', projectIn('params')),
    params,
    responses: {
      200: { description: 'The document', mediaType: 'application/octet-stream' },
      404: { description: 'No such project, or nothing was exported' },
    },
    async run({ app, params }) {
      const { stream, fileName, sizeBytes } = await operations.openExport(app, params.projectId);
      return download(stream, fileName, 'application/octet-stream', sizeBytes);
    },
  }),
  route({
    id: 'getSigningKey',
    method: 'GET',
    path: '/signingKey',
    group: 'Jobs',
    isExtra: true,
    summary: 'The public key of this site, with which its signed documents are verified',
    access: signedIn(),
    responses: { 200: { description: 'The key', schema: DataOf(SigningKey) } },
    run: async ({ app }) => data(await operations.signingKey(app)),
  }),
];
