// Multipart forms: texts are kept in memory; files are written to a private folder, which is deleted after the operation. The server never uses a
// file name that the caller chose.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Busboy, type BusboyEvents, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { TSchema } from 'typebox';
import type { Config } from '../config.ts';
import { AppError, badRequest } from '../errors.ts';
import { watchPace } from '../ingest/pace.ts';
import { spoolToFile } from '../ingest/spool.ts';
import { requireSpace } from '../installation/disks.ts';
import type { BodySpec, FormPart } from './route.ts';

/** Form texts are names, ids and small JSON. */
export const LARGEST_TEXT_BYTES = 1024 * 1024;
const MOST_PARTS = 50;
/** Bytes of a file that wait in memory, if the file comes before the texts that decide whether the caller may send it. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

export interface FormFile {
  /** The caller's file name; for messages, never for paths. */
  name: string;
  mediaType: string;
  path: string;
  sizeBytes: number;
}

export interface Form {
  texts: Record<string, string>;
  files: Record<string, FormFile>;
}

export type FormParts = Extract<BodySpec, { form: unknown }>['form'];

interface FormCall {
  app: {
    config: Pick<Config, 'maxUploadBytes' | 'bodyPatienceMs' | 'dataFolder' | 'storeUrl'>;
    folder: { temporary: string };
  };
  headers: IncomingHttpHeaders;
  stream: Readable;
}

/** For forms with texts that need a check: no byte of a file is written before `check` has allowed it. */
interface FormCheck {
  /** The names of the texts that `check` needs. */
  texts: readonly string[];
  /** Throws a refusal. The rest of the form is then not read. */
  check(texts: Record<string, string>): Promise<void>;
}

/** The file of a part that the form requires. */
export function formFile(form: Form, name: string): FormFile {
  const file = form.files[name];
  if (file === undefined) throw new Error(`the form was read without its required file "${name}"`);
  return file;
}

/** Members of a model as texts of a form. */
export const partsOf = (
  { properties }: { properties: Record<string, object> },
  { required = [], also = '' }: { required?: readonly string[]; also?: string } = {},
): FormParts =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { description = name, enum: values } = schema as { description?: string; enum?: unknown };
      const part: FormPart = { description: `${description}${also}`, isOptional: !required.includes(name) };
      return [name, values === undefined ? part : { ...part, values: schema as TSchema }];
    }),
  );

export interface FormReading {
  beforeFiles?: FormCheck;
  /** Is told the names of fields that the operation does not know; without it they are refused. */
  onOther?(name: string): void;
}

/** Reads the form of a request, hands it to `use`, and then deletes its files. */
export async function withForm<T>(
  call: FormCall,
  parts: FormParts,
  use: (form: Form) => Promise<T>,
  reading: FormReading = {},
): Promise<T> {
  const folder = join(call.app.folder.temporary, `form-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const form = await readForm(call, parts, folder, reading);
    for (const [name, part] of Object.entries(parts)) {
      const isThere = part.isFile ? form.files[name] : form.texts[name] !== undefined;
      if (!isThere && !part.isOptional) throw badRequest(`The form field "${name}" is required`);
    }
    return await use(form);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readForm(
  call: FormCall,
  parts: FormParts,
  folder: string,
  { beforeFiles, onOther }: FormReading,
): Promise<Form> {
  const form: Form = { texts: {}, files: {} };
  const admission = new Admission(beforeFiles, form.texts);
  const writing: Promise<void>[] = [];
  const opened: Readable[] = [];
  const busboy = openBusboy(call.headers, parts);
  const given = new Set<string>();
  let failure: unknown;
  let stop: (error: unknown) => void = () => undefined;
  const fail = (error: unknown) => {
    failure ??= error;
    stop(error);
  };
  const other = (name: string) => (onOther ? onOther(name) : fail(unknownField(name, parts)));
  const isFirst = (name: string) => !given.has(name) && given.add(name) !== undefined;
  const onText: BusboyEvents['field'] = (name, value, _isNameCut, isValueCut) => {
    if (!Object.hasOwn(parts, name)) return other(name);
    if (isValueCut) return fail(tooLong(name));
    if (!isFirst(name)) return fail(givenTwice(name));
    form.texts[name] = cleanText(name, value, fail);
    admission.look().catch(fail);
  };
  const onFile: BusboyEvents['file'] = (name, stream, fileName, _encoding, mediaType) => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!part) other(name);
    if (part && !isFirst(name)) fail(givenTwice(name));
    if (!part || failure) return void stream.resume();
    opened.push(stream);
    if (!part.isFile) {
      // Small JSON may be sent as a file.
      const reading = readText(name, stream)
        .then((text) => {
          form.texts[name] = cleanText(name, text, fail);
          return admission.look();
        })
        .catch(fail);
      writing.push(reading);
      return;
    }
    const path = join(folder, String(writing.length));
    const { config } = call.app;
    const limit = {
      maxBytes: config.maxUploadBytes,
      what: `The file of the form field "${name}"`,
      requireSpace: () => requireSpace(config),
    };
    const spool = (admitted: Readable) => spoolToFile(admitted, path, limit);
    const spooling = (beforeFiles ? admission.admitted(name, stream).then(spool) : spool(stream))
      .then((sizeBytes) => {
        form.files[name] = { name: fileName ?? '', mediaType, path, sizeBytes };
      })
      .catch(fail);
    writing.push(spooling);
  };
  busboy.on('field', onText);
  busboy.on('file', onFile);
  busboy.on('partsLimit', () => fail(badRequest(`The form has more than ${MOST_PARTS} parts.`)));
  const refused = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  await feed(call.stream, busboy, refused, call.app.config.bodyPatienceMs).catch(fail);
  admission.end();
  // A broken form may end before these files; without this, they would be waited for for ever.
  if (failure) for (const stream of opened) stream.destroy();
  await Promise.all(writing);
  if (failure) throw failure;
  return form;
}

/** Decides when a file of a form may be written: at once, or after the check of the texts. */
class Admission {
  readonly #beforeFiles: FormCheck | undefined;
  readonly #texts: Record<string, string>;
  #checked: Promise<void> | undefined;
  #atEnd: () => void = () => undefined;
  readonly #ended: Promise<void>;

  constructor(beforeFiles: FormCheck | undefined, texts: Record<string, string>) {
    this.#beforeFiles = beforeFiles;
    this.#texts = texts;
    this.#ended = new Promise((resolve) => {
      this.#atEnd = resolve;
    });
  }

  /** Called after each text. Starts the check when all needed texts have arrived. */
  async look(): Promise<void> {
    if (!this.#beforeFiles) return;
    const { texts, check } = this.#beforeFiles;
    if (!this.#checked && texts.every((name) => this.#texts[name] !== undefined)) this.#checked = check(this.#texts);
    await this.#checked;
  }

  /** Called at the end of the form. */
  end(): void {
    this.#atEnd();
  }

  /** The file's stream when it may be written; rejects with a refusal. The reader of the form reports a text that is missing at the end. */
  async admitted(name: string, stream: Readable): Promise<Readable> {
    // The reader of the form reports an interrupted form.
    stream.once('error', () => undefined);
    if (this.#checked) {
      await this.#checked;
      if (stream.destroyed) throw badRequest(`The form breaks off in "${name}"`);
      return stream;
    }
    const waiting = await bytesWaiting(name, stream, this.#beforeFiles?.texts ?? []);
    await this.#ended;
    await this.#checked;
    return Readable.from(waiting, { objectMode: false });
  }
}

async function bytesWaiting(name: string, stream: Readable, texts: readonly string[]): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_WAITING_BYTES)
      throw badRequest(
        `Send the form fields ${texts.map((text) => `"${text}"`).join(' and ')} before "${name}": they decide whether the file is taken, and of a file that comes first at most ${MOST_WAITING_BYTES} bytes are kept waiting`,
      );
    chunks.push(chunk);
  }
  return chunks;
}

/** Resolves at the end of the form. The rest of a broken or refused form is read and dropped after the answer. */
function feed(stream: Readable, busboy: BusboyInstance, refused: Promise<never>, patienceMs: number): Promise<void> {
  const broken = (why: string) => badRequest(`The form cannot be read to its end: ${why}`);
  return new Promise<void>((resolve, reject) => {
    let endWatch: () => void = () => undefined;
    const leave = (error: unknown) => {
      endWatch();
      stream.unpipe(busboy);
      stream.resume();
      reject(error);
    };
    refused.catch(leave);
    endWatch = watchPace(stream, { patienceMs, what: 'The form' }, leave);
    busboy.once('finish', () => {
      endWatch();
      resolve();
    });
    busboy.once('error', (error: Error) => leave(broken(error.message)));
    stream.once('error', (error) => reject(broken(error.message)));
    const onClose = () => reject(broken('the connection ended'));
    stream.once('close', onClose);
    stream.once('end', () => stream.off('close', onClose));
    stream.pipe(busboy);
  });
}

function openBusboy(headers: IncomingHttpHeaders, parts: FormParts): BusboyInstance {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw badRequest(
      `The Content-Type is "${type}"; this operation takes a form: multipart/form-data with its boundary.`,
    );
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      // Some programs send a file as the text of a field, which is too long to be kept in memory.
      isPartAFile: (name, type, fileName) =>
        fileName !== undefined ||
        type === 'application/octet-stream' ||
        (name !== undefined && Object.hasOwn(parts, name) && parts[name]?.mayBeText === true),
      limits: { parts: MOST_PARTS, fieldSize: LARGEST_TEXT_BYTES, fieldNameSize: 255 },
    });
  } catch (error) {
    throw badRequest(`The form cannot be read: ${(error as Error).message}`);
  }
}

async function readText(name: string, stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Reads to the end without storing, so that the later parts are reached.
    if (size <= LARGEST_TEXT_BYTES) chunks.push(chunk);
  }
  if (size > LARGEST_TEXT_BYTES) throw tooLong(name);
  return Buffer.concat(chunks).toString('utf8');
}

function cleanText(name: string, text: string, fail: (error: unknown) => void): string {
  if (text.includes('\0')) fail(badRequest(`The form field "${name}" must not contain the NUL character`));
  return text;
}

function tooLong(name: string): AppError {
  return badRequest(`The form field "${name}" must have at most ${LARGEST_TEXT_BYTES} bytes`);
}

/** Many files with the same name could fill the disk, each up to the limit of one. */
function givenTwice(name: string): AppError {
  return badRequest(`The form field "${name}" must be given once only`);
}

function unknownField(name: string, parts: FormParts): AppError {
  return new AppError('unknownField', { field: name, known: Object.keys(parts).join(', ') });
}
