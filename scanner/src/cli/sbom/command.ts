// `assay sbom …`: the commands on bills of material, one line each.
import type { CommandIo } from '../command-io.ts';
import { endingOf } from '../ending.ts';
import { printable } from '../printable.ts';

interface SbomCommand {
  arguments: string;
  about: string;
  /** Loaded when it is called. */
  load(): Promise<(argv: string[], io: CommandIo) => Promise<number>>;
}

const COMMANDS: Readonly<Record<string, SbomCommand>> = {
  export: {
    arguments: '<folder or archive>',
    about: 'scan, and write the SBOM',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  check: {
    arguments: '<SBOM>',
    about: 'judge an SBOM by NTIA 2021, CISA 2025 and BSI TR-03183-2',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  fill: {
    arguments: '<SBOM> <source>...',
    about: 'fill in what an SBOM lacks and other SBOMs, folders or archives know',
    load: async () => (await import('./fill.ts')).fillCommand,
  },
  diff: {
    arguments: '<A> <B>',
    about: 'the difference of two SBOMs, folders or archives, or of two projects of a server',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  import: {
    arguments: '<SBOM> --server URL --project P',
    about: 'send an SBOM to a project of a server',
    load: async () => (await import('./import.ts')).importCommand,
  },
  verify: {
    arguments: '<signed SBOM> --key FILE',
    about: 'check the signature of an SBOM (DSSE, or JSF in CycloneDX)',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
};

const HELP = `Usage: assay sbom <command> [options]

${Object.entries(COMMANDS)
  .map(([name, { arguments: given, about }]) => `  ${`${name} ${given}`.padEnd(34)} ${about}`)
  .join('\n')}

"assay sbom <command> --help" tells more. The exit code is 0 when all is well, 1 when something could not be read, written or sent, 2 when the options are wrong
or the input is no SBOM, 3 when the check fails, the two differ or the signature does not hold.
`;

/** Runs `assay sbom` with these arguments and returns the exit code. */
export async function sbomCommand(argv: string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const known = Object.keys(COMMANDS).join(', ');
    io.stderr.write(`assay sbom: there is no command "${printable(name)}". The commands are ${known}.\n`);
    return 2;
  }
  return endingOf(`assay sbom ${name}`, io, async () => (await command.load())(rest, io));
}
