// `assay release …`: makes, lists and fetches the releases of a project on a server, and verifies a dossier without one.
import type { CommandIo } from '../command-io.ts';
import { endingOf } from '../ending.ts';
import { type ParsedOptions, parseOptions, UsageError } from '../options.ts';
import { openServer, projectIdOf, projectOption, refuseTokenOption, serverAddress, tokenOf } from '../server.ts';
import { create, dossier, list, type ServerCall } from './on-server.ts';
import { verify } from './verify.ts';

const HELP = `Usage: assay release <command> [options]

  create [NAME]       make a release of a project as it is now; without NAME it is called as the tag that source control is at
  list                the releases of a project, the newest first
  dossier NAME        fetch the dossier of a release
  verify FILE         check a dossier: every digest, nothing missing, nothing added, the signature; needs no server

Options of create, list and dossier:
  --server URL        the server, such as https://assay.example.org
  --project NAME|ID   the project; digits alone are an id
  --token-file FILE   file with the API token; without it the environment variable ASSAY_TOKEN (never the command line)

Options of create:
  --description TEXT  for people
  --offer TEXT        address in the written offer of source
  --sign              sign the dossier with the key of the site
  --wait              wait until the release is made, exit with 1 when that fails

Options of list:
  --json              print the answer of the server

Options of dossier:
  --output FILE       where to write it; without it the name of the release with "-dossier.zip", in this folder. An existing file is kept

Options of verify:
  --key FILE          public key of the site (PEM, from GET /signingKey); an unsigned dossier is refused then

The exit code is 0 when all is well; 1 when the dossier is not whole, the server refuses or cannot be reached, or the job fails; 2 when the options are
wrong; 130 when interrupted.
`;

const OF_SERVER = ['server', 'project', 'token-file', 'token', 'help'];
const OPTIONS = {
  server: { type: 'string' },
  project: { type: 'string' },
  'token-file': { type: 'string' },
  token: { type: 'string' },
  description: { type: 'string' },
  offer: { type: 'string' },
  sign: { type: 'boolean' },
  wait: { type: 'boolean' },
  json: { type: 'boolean' },
  output: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean' },
} as const;

interface ReleaseCommand {
  least: number;
  most: number;
  options: readonly string[];
  run(args: string[], values: ParsedOptions['values'], io: CommandIo): Promise<number>;
}

const onServer =
  (run: (call: ServerCall) => Promise<number>): ReleaseCommand['run'] =>
  async (args, values, io) => {
    const project = projectOption(values.project);
    const server = openServer(
      serverAddress(values.server),
      await tokenOf(values['token-file'], io.apiToken),
      io.signal,
    );
    return run({ server, projectId: await projectIdOf(server, project), args, values, io });
  };

const COMMANDS: ReadonlyMap<string, ReleaseCommand> = new Map([
  [
    'create',
    { least: 0, most: 1, options: [...OF_SERVER, 'description', 'offer', 'sign', 'wait'], run: onServer(create) },
  ],
  ['list', { least: 0, most: 0, options: [...OF_SERVER, 'json'], run: onServer(list) }],
  ['dossier', { least: 1, most: 1, options: [...OF_SERVER, 'output'], run: onServer(dossier) }],
  ['verify', { least: 1, most: 1, options: ['key', 'help'], run: verify }],
]);

/** Runs `assay release` with these arguments and returns the exit code. */
export async function releaseCommand(argv: string[], io: CommandIo): Promise<number> {
  const [name = '', ...rest] = argv;
  if (['', '--help', '-h', 'help'].includes(name) || rest.includes('--help')) {
    io.stdout.write(HELP);
    return name === '' ? 2 : 0;
  }
  return endingOf(`assay release ${name}`, io, () => runNamed(name, rest, io));
}

async function runNamed(name: string, argv: string[], io: CommandIo): Promise<number> {
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new UsageError(`There is no such command. The commands are ${[...COMMANDS.keys()].join(', ')}.`);
  const { values, positionals: args } = parseOptions(argv, OPTIONS);
  refuseTokenOption(values.token);
  const foreign = Object.keys(values).find((one) => !command.options.includes(one));
  if (foreign !== undefined) throw new UsageError(`${name} has no option --${foreign}.`);
  if (args.length < command.least || args.length > command.most)
    throw new UsageError('Wrong number of arguments; see "assay release --help".');
  return command.run(args, values, io);
}
