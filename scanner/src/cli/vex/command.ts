// `assay vex …`: the sources of VEX of a server, which are what suppliers say about vulnerabilities of their products.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CommandIo } from '../command-io.ts';
import { endingOf } from '../ending.ts';
import { parseOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { endOfJob, openServer, refuseTokenOption, type Server, serverAddress, tokenOf } from '../server.ts';

const OPTIONS = {
  server: { type: 'string' },
  'token-file': { type: 'string' },
  token: { type: 'string' },
  wait: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

interface Call {
  server: Server;
  arguments: readonly string[];
  io: CommandIo;
  isWaiting: boolean;
}

interface VexCommand {
  arguments: string;
  about: string;
  /** How many arguments it takes. */
  takes: { least: number; most: number };
  run(call: Call): Promise<void>;
}

const one = { least: 1, most: 1 };

const COMMANDS: Readonly<Record<string, VexCommand>> = {
  list: {
    arguments: '',
    about: 'the sources, with what they decide',
    takes: { least: 0, most: 0 },
    run: listCommand,
  },
  documents: { arguments: '<source>', about: 'the documents of a source', takes: one, run: documentsCommand },
  decisions: {
    arguments: '<source>',
    about: 'what a source decides in your projects, and where people decided otherwise',
    takes: one,
    run: decisionsCommand,
  },
  add: {
    arguments: '<source> <document>...',
    about: 'add documents to a source, which is created if it is new',
    takes: { least: 2, most: 10_000 },
    run: addCommand,
  },
  address: {
    arguments: '<source> <URL>',
    about: 'where updates find the documents: a document, an archive, or the provider-metadata.json of a CSAF provider',
    takes: { least: 2, most: 2 },
    run: ({ server, arguments: [source = '', location = ''], io }) => change({ server, io }, source, { location }),
  },
  update: { arguments: '<source>', about: 'fetch the documents of a source again', takes: one, run: updateCommand },
  on: {
    arguments: '<source>',
    about: 'let a source decide',
    takes: one,
    run: ({ server, arguments: [source = ''], io }) => change({ server, io }, source, { isEnabled: true }),
  },
  off: {
    arguments: '<source>',
    about: 'let a source decide nothing; all that it decided is open again',
    takes: one,
    run: ({ server, arguments: [source = ''], io }) => change({ server, io }, source, { isEnabled: false }),
  },
  remove: { arguments: '<source>', about: 'remove a source with its documents', takes: one, run: removeCommand },
};

const HELP = `Usage: assay vex <command> --server URL [options]

${Object.entries(COMMANDS)
  .map(([name, { arguments: given, about }]) => `  ${`${name} ${given}`.padEnd(26)} ${about}`)
  .join('\n')}

An API token is needed: "assay token create", or the page of your account. Changes need the permission of a library manager.

  --server URL       the server, such as https://assay.example.org
  --token-file FILE  file with the token; without it the environment variable ASSAY_TOKEN (never the command line, which other users can read)
  --wait             update: wait for the end; exit with 1 if it fails
`;

/** Runs `assay vex` with these arguments and returns the exit code. */
export async function vexCommand(argv: string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || ['--help', '-h', 'help'].includes(name) || rest.includes('--help')) {
    io.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const known = Object.keys(COMMANDS).join(', ');
    io.stderr.write(`assay vex: there is no command "${printable(name)}". The commands are ${known}.\n`);
    return 2;
  }
  return endingOf(`assay vex ${name}`, io, async () => {
    const { values, positionals } = parseOptions(rest, OPTIONS);
    refuseTokenOption(values.token);
    const { least, most } = command.takes;
    if (positionals.length < least || positionals.length > most)
      throw new UsageError(`It takes ${command.arguments === '' ? 'no arguments' : command.arguments}.`);
    const root = serverAddress(values.server);
    const server = openServer(root, await tokenOf(values['token-file'], io.apiToken), io.signal);
    await command.run({ server, arguments: positionals, io, isWaiting: values.wait === true });
    return 0;
  });
}

const sourcePath = (source: string) => `/advisories/vex/${encodeURIComponent(source)}`;
const dataOf = async <Data>(answer: Promise<unknown>) => ((await answer) as { data: Data }).data;

interface Source {
  name: string;
  location: string;
  isEnabled: boolean;
  documents: number;
  statements: number;
  decidedVersions: number;
  lastError: string;
}

async function listCommand({ server, io }: Call): Promise<void> {
  const sources = await dataOf<Source[]>(server.get('/advisories/vex'));
  if (sources.length === 0) io.stdout.write('The server has no source of VEX.\n');
  for (const source of sources) {
    const state = source.isEnabled ? 'decides' : 'switched off';
    const counts = `${source.documents} documents, ${source.statements} statements, decides about ${source.decidedVersions} vulnerabilities of versions`;
    io.stdout.write(`${printable(source.name)} (${state}): ${counts}\n`);
    if (source.location !== '') io.stdout.write(`  ${printable(source.location)}\n`);
    if (source.lastError !== '') io.stdout.write(`  The last update failed: ${printable(source.lastError)}\n`);
  }
}

/** All rows, page by page. */
async function* rowsOf<Row>(server: Server, path: string): AsyncGenerator<Row> {
  const limit = 100;
  for (let page = 1; ; page++) {
    const rows = await dataOf<Row[]>(server.get(`${path}?limit=${limit}&offset=${page}`));
    yield* rows;
    if (rows.length < limit) return;
  }
}

interface Document {
  document: string;
  revision: string;
  format: string;
  statements: number;
  ofProducts: number;
  leftOut: number;
}

async function documentsCommand({ server, arguments: [source = ''], io }: Call): Promise<void> {
  for await (const row of rowsOf<Document>(server, `${sourcePath(source)}/documents`))
    io.stdout.write(
      `${printable(row.document)} ${printable(row.revision)} (${row.format}): ${row.statements} statements, ${row.ofProducts} only for projects that are the product, ${row.leftOut} left out\n`,
    );
}

interface Decided {
  projectName: string;
  inventoryName: string;
  vulnerabilityName: string;
  state: string;
  suppressed: boolean;
  effect: string;
  ownState: string;
  ownAuthor: string;
}

async function decisionsCommand({ server, arguments: [source = ''], io }: Call): Promise<void> {
  for await (const row of rowsOf<Decided>(server, `${sourcePath(source)}/decisions`)) {
    const people = `, but ${row.ownAuthor} decided: ${row.ownState || 'suppressed'}`;
    const counts = row.effect === 'OVERRULED' ? people : row.suppressed ? ', does not count' : '';
    io.stdout.write(
      `${printable(`${row.projectName}: ${row.vulnerabilityName} in ${row.inventoryName}: ${row.state}${counts}`)}\n`,
    );
  }
}

interface Imported {
  change: string;
  document: string;
  statements: number;
  decided: number;
  ended: number;
  issueCount: number;
}

async function addCommand({ server, arguments: [source = '', ...files], io }: Call): Promise<void> {
  for (const file of files) {
    const bytes = await readFile(file).catch((error: Error) => {
      throw new UsageError(`${printable(file)} cannot be read: ${printable(error.message)}`);
    });
    const sent = server.upload(`${sourcePath(source)}/documents`, bytes, basename(file));
    const { change, document, statements, decided, ended, issueCount } = await dataOf<Imported>(sent);
    io.stdout.write(
      `${change} ${printable(document)}: ${statements} statements; ${decided} decided, ${ended} open again; ${issueCount} issues\n`,
    );
  }
}

async function change(
  { server, io }: Pick<Call, 'server' | 'io'>,
  source: string,
  body: { location?: string; isEnabled?: boolean },
): Promise<void> {
  const { decided, ended } = await dataOf<Imported>(server.send('PUT', sourcePath(source), body));
  io.stdout.write(`${decided} decided, ${ended} open again\n`);
}

async function removeCommand({ server, arguments: [source = ''], io }: Call): Promise<void> {
  const { ended } = await dataOf<Imported>(server.send('DELETE', sourcePath(source)));
  io.stdout.write(`Removed; ${ended} open again\n`);
}

async function updateCommand({ server, arguments: [source = ''], io, isWaiting }: Call): Promise<void> {
  const { id } = (await server.send('POST', `${sourcePath(source)}/update`)) as { id: number };
  io.stdout.write(`Queued as job ${id}.\n`);
  if (!isWaiting) return;
  const job = await endOfJob(server, id, io.signal);
  if (job.status !== 'Completed')
    throw new Error(`Job ${id} is ${job.status}${job.error ? `: ${printable(job.error)}` : ''}.`);
  io.stdout.write(`Job ${id} is completed.\n`);
}
