// Makes the input of a template for reports and previews: the data of a project as JSON text.

import { readPieces } from '@assay/scanner/json-pieces';
import type { App } from '../app.ts';
import { wireTime } from '../domain/wire-times.ts';
import { TemplateRefused } from '../report-scripts/template.ts';
import { documentOf } from './outgoing-document.ts';

/** The lists of docs/project-data.md that a template gets. The others have too many rows for a page. */
const LISTS = ['inventory', 'tasks'];
const MOST_PIECE_BYTES = 64 * 1024 * 1024;

export interface TemplateModelHead {
  report: { name: string; template: string; templateVersion: number };
  /** Login of the requesting user. */
  generatedBy: string;
  options: Record<string, string>;
}

export async function templateModel(
  { db, now }: Pick<App, 'db' | 'now'>,
  projectId: number,
  { report, generatedBy, options }: TemplateModelHead,
  mostBytes: number,
): Promise<string> {
  const model = new Map<string, unknown>([
    ...Object.entries({ report, generatedOn: wireTime(now()), generatedBy, options }),
    ...LISTS.map((name) => [name, [] as unknown[]] as const),
  ]);
  const document = bytesOf(documentOf(db, projectId, now(), ['inventory', 'tasks']), mostBytes);
  for await (const { member, isElement, value } of readPieces(document, {
    lists: LISTS,
    mostPieceBytes: MOST_PIECE_BYTES,
  })) {
    if (isElement) (model.get(member) as unknown[]).push(value);
    else if (member === 'project') model.set(member, value);
  }
  return JSON.stringify(Object.fromEntries(model));
}

async function* bytesOf(texts: AsyncIterable<string>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    size += bytes.length;
    if (size > mostBytes)
      throw new TemplateRefused(`the project has more than the ${mostBytes} bytes of data allowed for a template`);
    yield bytes;
  }
}
