// Exports of bills of material: queues them, and gives what was exported.
import { findSbomWriter, keyIdOf } from '@assay/scanner/sbom';
import type { App } from '../../app.ts';
import { openStored } from '../../contents/stored-bytes.ts';
import { findSbomExport } from '../../db/sboms/exports.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { loadSigningKey, publicPem } from '../../security/signing-key.ts';

export interface ExportRequest {
  format: string;
  signature: 'none' | 'dsse' | 'jsf';
  includeFiles: boolean;
  includeTexts: boolean;
  vulnerabilities: string;
}

export function queueExport(app: App, caller: Caller, projectId: number, request: ExportRequest): Promise<number> {
  const writer = findSbomWriter(request.format);
  if (writer === undefined) throw badRequest(`The field "format" names no format: "${request.format}".`);
  if (request.signature === 'jsf' && (writer.format !== 'cyclonedx' || writer.encoding !== 'JSON'))
    throw badRequest('The field "signature" is "jsf", which only CycloneDX in JSON has; use "dsse" for other formats.');
  const yesNo = (is: boolean) => (is ? 'yes' : 'no');
  const options = {
    includeFiles: yesNo(request.includeFiles),
    includeTexts: yesNo(request.includeTexts),
    vulnerabilities: request.vulnerabilities,
  };
  const payload = { format: writer.name, signature: request.signature, options };
  return app.db
    .transaction()
    .execute((tx) =>
      submitProjectJob(app, tx, { type: 'Export to SBOM Insights', projectId, triggeredBy: caller.id, payload }),
    );
}

async function requireExport(app: App, projectId: number) {
  const row = await findSbomExport(app.db, projectId);
  if (row === undefined) throw notFound('Exported SBOM of the project', projectId);
  return row;
}

export async function describeExport(app: App, projectId: number) {
  const row = await requireExport(app, projectId);
  return {
    fileName: row.file_name,
    format: row.format,
    signature: row.signature as ExportRequest['signature'],
    sizeBytes: row.size_bytes,
    sha256: row.sha256.toString('hex'),
    exportedOn: wireTime(row.created_at),
    sentTo: row.sent_to,
    quality: row.quality,
  };
}

export async function openExport(app: App, projectId: number) {
  const row = await requireExport(app, projectId);
  const stream = await openStored(app, row.location, `The SBOM "${row.file_name}"`, 'Export it again.');
  return { stream, fileName: row.file_name, mediaType: row.media_type, sizeBytes: row.size_bytes };
}

export async function signingKey(app: App) {
  const key = await loadSigningKey(app.folder.keys);
  return { keyId: keyIdOf(key), algorithm: 'Ed25519', publicKey: publicPem(key) };
}
