// Fills in an imported SBOM by what other documents know, in the thread that reads documents. The copy is written to a file.
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import {
  type FilledField,
  type FilledScore,
  type FillSource,
  fillDocument,
  type KnownPart,
  scoresOfFilling,
} from '@assay/scanner/sbom';
import { documentInFile, readSbomFile } from '@assay/scanner/sbom-files';
import { type SbomEdge, SbomRefused } from '@assay/scanner/sbom-read';
import { linesOf } from '../../text-lines.ts';
import { DataRefused } from '../document.ts';

export interface FillingTask {
  kind: 'filling';
  /** As it was sent. */
  file: string;
  name: string;
  /** Of the document in the file. */
  path: string;
  /** SBOMs; the name is for people. */
  sources: { file: string; fileName: string; name: string }[];
  /** A file of lines of JSON (KnownLine): what inventories say; '' if none was asked. */
  known: string;
  /** Where the copy goes. */
  out: string;
  at: Date;
  toolVersion: string;
  temporaryFolder: string;
}

export interface KnownLine {
  /** For people: the inventory that says it. */
  source: string;
  isFar: boolean;
  part?: KnownPart;
  edge?: SbomEdge;
}

export interface SentFilling {
  filled: FilledField[];
  scores: FilledScore[];
  isSignatureLeftOut: boolean;
}

/** Throws DataRefused for a document of a format that is not filled in. */
export async function fillSent(task: FillingTask): Promise<SentFilling> {
  const { file, name, path, temporaryFolder, at } = task;
  try {
    const document = await documentInFile(file, path, { name, temporaryFolder });
    const sources: FillSource[] = [];
    for (const one of task.sources) sources.push(...(await sourcesIn(one, temporaryFolder)));
    if (task.known !== '') sources.push(...(await inventoriesIn(task.known)));
    const tool = { name: 'Assay', version: task.toolVersion };
    const done = document && fillDocument(document, sources, { at, tool });
    if (document === undefined || done === undefined)
      throw new DataRefused('Only documents of CycloneDX and SPDX are filled in.');
    await writeFile(task.out, `${JSON.stringify(done.document, null, 2)}\n`, { mode: 0o600 });
    const { filled, isSignatureLeftOut } = done;
    return { filled, isSignatureLeftOut, scores: scoresOfFilling(document, done.document) };
  } catch (error) {
    // Errors lose their class between threads.
    throw error instanceof SbomRefused ? new DataRefused(error.message) : error;
  }
}

async function sourcesIn(
  { file, fileName, name }: FillingTask['sources'][number],
  temporaryFolder: string,
): Promise<FillSource[]> {
  const { sboms } = await readSbomFile(file, { name: fileName, temporaryFolder });
  return sboms.map(({ sbom: { parts, edges } }) => ({ name, parts, edges }));
}

async function inventoriesIn(file: string): Promise<FillSource[]> {
  const found = new Map<string, { name: string; isFar: boolean; parts: KnownPart[]; edges: SbomEdge[] }>();
  for await (const line of linesOf(createReadStream(file) as AsyncIterable<Buffer>)) {
    const { source, isFar, part, edge } = JSON.parse(line) as KnownLine;
    const known = found.get(source) ?? { name: source, isFar, parts: [], edges: [] };
    found.set(source, known);
    if (part) known.parts.push(part);
    if (edge) known.edges.push(edge);
  }
  return [...found.values()];
}
