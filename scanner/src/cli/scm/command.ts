// `assay scm …`: the source control instances of a project on a server. Passwords come from standard input or the environment, never from the
// command line, which other users of the machine can read.
import { text } from 'node:stream/consumers';
import type { CommandIo } from '../command-io.ts';
import { endingOf } from '../ending.ts';
import { type ParsedOptions, parseOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import {
  endOfJob,
  openServer,
  projectIdOf,
  projectOption,
  refuseTokenOption,
  type Server,
  serverAddress,
  tokenOf,
} from '../server.ts';
import { ALL_SCM_OPTIONS, SCM_SYSTEMS, type ScmSystem } from './systems.ts';

const HELP = `Usage: assay scm <command> --server URL --project NAME|ID [options]

  list                   the instances of the project, and what the last synchronisation brought of each
  add <system> [URL]     add an instance: git, svn, p4 (without URL: the server's own address) or tfs; prints its name
  test <instance>        have the server ask the other server what the instance names
  sync                   queue the synchronisation of all instances (--wait: until it has ended)
  delete <instance>      delete an instance; the next synchronisation or scan removes its code

An instance is named by its folder, such as git.0.

  --server URL           the server, such as https://assay.example.org
  --project NAME|ID      the project; digits alone are an id
  --token-file FILE      file with the API token; without it the environment variable ASSAY_TOKEN (never the command line)
  --json                 list: print the answer of the server
  --wait                 sync: wait for the end, print what was brought, exit with 1 when it fails

Options of add:
  --user NAME            user; blank for anonymous access
  --password-stdin       read the password or token from standard input; without it the environment variable ASSAY_SCM_PASSWORD, if it is set
${[...SCM_SYSTEMS].flatMap(([key, system]) => optionLines(key, system)).join('\n')}

The exit code is 0 when all is well, 1 when the server or the other server refuses, cannot be reached or the job fails, 2 when the options are wrong,
130 when interrupted.
`;

function optionLines(key: string, { options }: ScmSystem): string[] {
  return Object.entries(options).map(
    ([option, { value, about }]) => `  ${`--${option} ${value}`.padEnd(22)} ${key}: ${about}`,
  );
}

const OPTIONS = {
  server: { type: 'string' },
  project: { type: 'string' },
  'token-file': { type: 'string' },
  token: { type: 'string' },
  json: { type: 'boolean' },
  wait: { type: 'boolean' },
  user: { type: 'string' },
  password: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  help: { type: 'boolean' },
  ...Object.fromEntries(Object.entries(ALL_SCM_OPTIONS).map(([name, { type }]) => [name, { type }])),
} as const;
const OF_EVERY_COMMAND = ['server', 'project', 'token-file', 'token', 'help'];
const OF_ADD = ['user', 'password', 'password-stdin', ...Object.keys(ALL_SCM_OPTIONS)];

interface Call {
  server: Server;
  projectId: number;
  args: string[];
  values: ParsedOptions['values'];
  io: CommandIo;
}

interface ScmCommand {
  /** How many arguments it takes. */
  least: number;
  most: number;
  options: readonly string[];
  run(call: Call): Promise<number>;
}

const COMMANDS: ReadonlyMap<string, ScmCommand> = new Map([
  ['list', { least: 0, most: 0, options: ['json'], run: list }],
  ['add', { least: 1, most: 2, options: OF_ADD, run: add }],
  ['test', { least: 1, most: 1, options: [], run: test }],
  ['sync', { least: 0, most: 0, options: ['wait'], run: sync }],
  ['delete', { least: 1, most: 1, options: [], run: remove }],
]);

/** Runs `assay scm` with these arguments and returns the exit code. */
export async function scmCommand(argv: string[], io: CommandIo): Promise<number> {
  const [name = '', ...rest] = argv;
  if (['', '--help', '-h', 'help'].includes(name) || rest.includes('--help')) {
    io.stdout.write(HELP);
    return name === '' ? 2 : 0;
  }
  return endingOf(`assay scm ${name}`, io, () => runNamed(name, rest, io));
}

async function runNamed(name: string, argv: string[], io: CommandIo): Promise<number> {
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new UsageError(`There is no such command. The commands are ${[...COMMANDS.keys()].join(', ')}.`);
  const { values, positionals: args } = parseOptions(argv, OPTIONS);
  refuseTokenOption(values.token);
  if (values.password !== undefined)
    throw new UsageError(
      'A password on the command line can be read by other users: use --password-stdin or ASSAY_SCM_PASSWORD.',
    );
  const foreign = Object.keys(values).find((one) => ![...OF_EVERY_COMMAND, ...command.options].includes(one));
  if (foreign !== undefined) throw new UsageError(`${name} has no option --${foreign}.`);
  if (args.length < command.least || args.length > command.most)
    throw new UsageError(`Wrong number of arguments; see "assay scm --help".`);
  const project = projectOption(values.project);
  const server = openServer(serverAddress(values.server), await tokenOf(values['token-file'], io.apiToken), io.signal);
  // What is wrong in the arguments is said before anything is sent.
  if (name === 'add') systemOf(args, values);
  else if (args[0] !== undefined) placeOf(args[0]);
  return command.run({ server, projectId: await projectIdOf(server, project), args, values, io });
}

interface Shown {
  folder: string;
  url: string;
  lastSync?: {
    isGood: boolean;
    attemptedOn: string;
    error: string;
    sources: { folder: string; asked: string; revision: string }[];
  };
}

async function list({ server, projectId, values, io }: Call): Promise<number> {
  const answer = (await server.get(`/scmInstances?projectId=${projectId}`)) as {
    propertyList: Shown[];
    removedFolders?: string[];
  };
  if (values.json) {
    io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return 0;
  }
  const lines = answer.propertyList.flatMap(inWords);
  const removed = (answer.removedFolders ?? []).map(
    (folder) => `${folder}  deleted; the next synchronisation removes its code`,
  );
  const all = [...lines, ...removed];
  io.stdout.write(all.length === 0 ? 'The project has no instance.\n' : `${all.map(printable).join('\n')}\n`);
  return 0;
}

function inWords({ folder, url, lastSync }: Shown): string[] {
  const head = `${folder}  ${url || '(the address of the server)'}`;
  if (lastSync === undefined) return [head, '  not synchronised yet'];
  const sources = lastSync.sources.map((one) => `  ${one.folder}: ${one.asked} at ${one.revision}`);
  return [
    head,
    ...sources,
    `  ${lastSync.isGood ? 'synchronised' : `failed: ${lastSync.error}`} (${lastSync.attemptedOn})`,
  ];
}

async function add({ server, projectId, args, values, io }: Call): Promise<number> {
  const { key, system } = systemOf(args, values);
  const body: Record<string, unknown> = { url: args[1] ?? '', [system.userMember]: values.user ?? '' };
  const password = await passwordOf(values, io);
  if (password !== '') body.password = password;
  for (const [option, { member }] of Object.entries(system.options))
    if (values[option] !== undefined) body[member] = values[option];
  const { id } = (await server.send('POST', `/scmInstances/${system.name}?projectId=${projectId}`, body)) as {
    id: number;
  };
  io.stdout.write(`${key}.${id}\n`);
  return 0;
}

function systemOf([key = '', url]: string[], values: ParsedOptions['values']): { key: string; system: ScmSystem } {
  const system = SCM_SYSTEMS.get(key);
  if (system === undefined)
    throw new UsageError(`The systems are ${[...SCM_SYSTEMS.keys()].join(', ')}, not "${printable(key)}".`);
  if (system.needsUrl && (url ?? '') === '') throw new UsageError(`Name the address of the repository after ${key}.`);
  const foreign = Object.keys(ALL_SCM_OPTIONS).find(
    (one) => values[one] !== undefined && !Object.hasOwn(system.options, one),
  );
  if (foreign !== undefined) throw new UsageError(`${system.name} has no option --${foreign}.`);
  return { key, system };
}

/** The line end that a file or `echo` adds is no part of it. */
async function passwordOf(values: ParsedOptions['values'], io: CommandIo): Promise<string> {
  if (!values['password-stdin']) return io.scmPassword ?? '';
  if (io.stdin === undefined) throw new UsageError('There is no standard input to read the password from.');
  const password = (await text(io.stdin)).replace(/\r?\n$/, '');
  if (password === '') throw new UsageError('Standard input has no password.');
  return password;
}

/** `git.0` as parameters of a query. */
function placeOf(folder: string): string {
  const [, key = '', number = ''] = /^([a-z0-9]+)\.(\d{1,9})$/.exec(folder) ?? [];
  const system = SCM_SYSTEMS.get(key);
  if (system === undefined)
    throw new UsageError(`Name the instance by its folder, such as git.0, not "${printable(folder)}".`);
  return `scmType=${system.type}&instanceId=${number}`;
}

async function test({ server, projectId, args: [folder = ''], io }: Call): Promise<number> {
  const { message } = (await server.send('POST', `/scmInstances?projectId=${projectId}&${placeOf(folder)}`)) as {
    message: string;
  };
  io.stdout.write(`${printable(message)}\n`);
  return 0;
}

async function sync({ server, projectId, values, io }: Call): Promise<number> {
  const { id } = (await server.send('POST', `/scmInstances/sync?projectId=${projectId}`)) as { id: number };
  io.stdout.write(`Queued as job ${id}.\n`);
  if (!values.wait) return 0;
  const { status, error, jobDetails = '' } = await endOfJob(server, id, io.signal);
  if (status !== 'Completed') throw new Error(`Job ${id} is ${status}${error ? `: ${printable(error)}` : ''}.`);
  io.stdout.write(`${printable(jobDetails)}\n`);
  return 0;
}

async function remove({ server, projectId, args: [folder = ''], io }: Call): Promise<number> {
  await server.send('DELETE', `/scmInstances?projectId=${projectId}&${placeOf(folder)}`);
  io.stdout.write(`Deleted ${folder}.\n`);
  return 0;
}
