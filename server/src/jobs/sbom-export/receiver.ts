// The service that the site names for exported SBOMs: how it takes them, and the token by which it knows this server. The token is kept sealed.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { App } from '../../app.ts';
import type { SiteSettings } from '../../db/site-settings.ts';
import { versionedName } from '../../domain/inventories/versioned-names.ts';
import { AppError } from '../../errors.ts';
import { OutgoingError } from '../../outgoing/index.ts';
import { loadSecretKey, openSecret, sealSecret } from '../../security/secrets.ts';

const SECRET_PLACE = 'site settings sbomExportToken';
const SEND_TIMEOUT_MS = 5 * 60_000;

export async function sealToken({ folder }: Pick<App, 'folder'>, token: string): Promise<string> {
  if (token === '') return '';
  return sealSecret(await loadSecretKey(folder.keys), token, SECRET_PLACE).toString('base64');
}

async function openToken({ folder }: Pick<App, 'folder'>, sealed: string): Promise<string> {
  if (sealed === '') return '';
  return openSecret(await loadSecretKey(folder.keys), Buffer.from(sealed, 'base64'), SECRET_PLACE);
}

type Receiver = Pick<SiteSettings, 'sbomExportUrl' | 'sbomExportForm' | 'sbomExportTokenSealed'>;

export interface SentDocument {
  file: string;
  fileName: string;
  mediaType: string;
  projectName: string;
}

/** Why the service does not take such a document; '' if it does. */
export function whyNotTaken({ sbomExportForm }: Receiver, { mediaType }: Pick<SentDocument, 'mediaType'>): string {
  if (sbomExportForm !== 'DEPENDENCY_TRACK' || /^application\/vnd\.cyclonedx\+(?:json|xml)/.test(mediaType)) return '';
  return 'Dependency-Track takes only CycloneDX in JSON and XML, without an envelope';
}

/** Throws an AppError if the service does not answer with success. */
export async function sendDocument(
  app: App,
  receiver: Receiver,
  sent: SentDocument,
  signal: AbortSignal,
): Promise<void> {
  const address = receiver.sbomExportUrl;
  const token = await openToken(app, receiver.sbomExportTokenSealed);
  const message = await (FORMS[receiver.sbomExportForm] ?? asDocument)(sent, token);
  let answer: Response;
  try {
    answer = await app.outgoing.fetch(address, { method: 'POST', signal, ...message }, { timeoutMs: SEND_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw notSent(error.message);
  }
  if (!answer.ok) throw notSent(`${new URL(address).host} answered ${answer.status}.`);
}

interface Message {
  headers: Record<string, string>;
  body: Uint8Array;
}

const FORMS: Readonly<Record<SiteSettings['sbomExportForm'], (sent: SentDocument, token: string) => Promise<Message>>> =
  {
    DOCUMENT: asDocument,
    DEPENDENCY_TRACK: asUpload,
  };

async function asDocument({ file, mediaType }: SentDocument, token: string): Promise<Message> {
  const headers = { 'Content-Type': mediaType, ...(token !== '' && { Authorization: `Bearer ${token}` }) };
  return { headers, body: await readFile(file) };
}

/** The form of `POST /api/v1/bom`, which makes the project if it is not there. */
async function asUpload({ file, fileName, mediaType, projectName }: SentDocument, token: string): Promise<Message> {
  const { name, version } = versionedName(projectName);
  const boundary = `assay-${randomUUID()}`;
  const field = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${head}"\r\n\r\n${content}\r\n`;
  const fields = [
    field('projectName', name),
    version === '' ? '' : field('projectVersion', version),
    field('autoCreate', 'true'),
  ].join('');
  const quoted = fileName.replace(/["\r\n\\]/g, '_');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="bom"; filename="${quoted}"\r\nContent-Type: ${mediaType}\r\n\r\n`;
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      ...(token !== '' && { 'X-Api-Key': token }),
    },
    body: Buffer.concat([Buffer.from(fields + head), await readFile(file), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

const notSent = (why: string) =>
  new AppError('badRequest', { message: `The document was made and is kept, but it could not be sent: ${why}` });
