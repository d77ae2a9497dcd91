// The commands of `assay release` that talk to a server.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CommandIo } from '../command-io.ts';
import { type ParsedOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { endOfJob, type Server } from '../server.ts';

export interface ServerCall {
  server: Server;
  projectId: number;
  args: string[];
  values: ParsedOptions['values'];
  io: CommandIo;
}

interface Release {
  id: number;
  name: string;
  state: string;
  why: string;
  frozenOn: string;
  createdBy: string;
  items: number;
  revisions: { folder: string; asked: string; revision: string }[];
}

export async function create({ server, projectId, args: [name], values, io }: ServerCall): Promise<number> {
  const body = {
    ...(name !== undefined && { name }),
    ...{ description: values.description ?? '', offerContact: values.offer ?? '', isSigned: values.sign === true },
  };
  const { id, taskId } = (await server.send('POST', `/projects/${projectId}/releases`, body)) as {
    id: number;
    taskId: number;
  };
  io.stdout.write(`Release ${id} is being made by job ${taskId}.\n`);
  if (!values.wait) return 0;
  const { status, error } = await endOfJob(server, taskId, io.signal);
  if (status !== 'Completed') throw new Error(`Job ${taskId} is ${status}${error ? `: ${printable(error)}` : ''}.`);
  io.stdout.write('It is made.\n');
  return 0;
}

const PAGE = 1000;

async function allReleases(server: Server, projectId: number): Promise<Release[]> {
  const all: Release[] = [];
  for (let page = 1; ; page++) {
    const path = `/projects/${projectId}/releases?limit=${PAGE}&offset=${page}`;
    const { data } = (await server.get(path)) as { data: Release[] };
    all.push(...data);
    if (data.length < PAGE) return all;
  }
}

export async function list({ server, projectId, values, io }: ServerCall): Promise<number> {
  const all = await allReleases(server, projectId);
  if (values.json) io.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
  else io.stdout.write(all.length === 0 ? 'The project has no release.\n' : all.map(lineOf).join(''));
  return 0;
}

function lineOf({ name, state, why, frozenOn, createdBy, items, revisions }: Release): string {
  const parts = state === 'READY' ? [`frozen on ${frozenOn} by ${createdBy}`, `${items} items`] : [state, why];
  const code = revisions.map(({ folder, asked, revision }) => `${folder}: ${asked} at ${revision}`);
  return `${printable([name, ...parts, ...code].filter((one) => one !== '').join('  '))}\n`;
}

export async function dossier({ server, projectId, args: [name = ''], values, io }: ServerCall): Promise<number> {
  const release = (await allReleases(server, projectId)).find((one) => one.name === name);
  if (release === undefined) throw new UsageError(`The project has no release ${printable(name)}.`);
  if (release.state !== 'READY')
    throw new Error(`The release ${printable(name)} is ${release.state}. ${printable(release.why)}`);
  const file = typeof values.output === 'string' ? values.output : `${plainName(name)}-dossier.zip`;
  const bytes = await server.download(`/projects/${projectId}/releases/${release.id}/dossier`);
  await save(bytes, file, io.signal);
  io.stdout.write(`${printable(file)}\n`);
  return 0;
}

const plainName = (name: string): string => name.toWellFormed().replace(/[^\p{L}\p{N}._-]+/gu, '_');

/** A dossier that was not received to its end leaves no file. */
async function save(bytes: AsyncIterable<Uint8Array>, file: string, signal: AbortSignal | undefined): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx' });
  let isOurs = false;
  output.once('open', () => {
    isOurs = true;
  });
  try {
    await pipeline(bytes, output, signal ? { signal } : {});
  } catch (error) {
    if (isOurs) await rm(file, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`The file ${printable(file)} exists already.`);
    throw error;
  }
}
