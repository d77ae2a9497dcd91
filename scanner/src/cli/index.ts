// The scanner's command line. Each command takes its arguments and returns an exit code: 0 success, 1 input or output failed, 2 wrong
// usage, 130 interrupted. It writes to the given streams and never ends the process, so that another program can offer the same commands.

// Each command is loaded when it is called: reading files needs ten times as much code as naming the commands.

import type { CommandIo } from './command-io.ts';
import type { LicensesDefaults } from './licenses/commands.ts';

export type { CommandIo, FetchedPackage, FetchPackage, PackageRequest } from './command-io.ts';

const HELP = `Usage: assay <command> [options]

  scan <folder or archive>   find licenses, copyrights and packages
  fingerprint <folder>       write the fingerprints of a folder's files (WFP, Git blob ids)
  licenses list|explain|diff look into the license rules
  sbom export|check|diff|verify  write, judge, compare and verify bills of material
  vex list|add|update|…      sources of VEX of a server

"assay <command> --help" tells more about a command.
`;

/** Runs the command that the first argument names. */
export async function runCommand(argv: string[], io: CommandIo): Promise<number> {
  const [command, ...rest] = argv;
  if (command === 'scan') return scanCommand(rest, io);
  if (command === 'fingerprint') return fingerprintCommand(rest, io);
  if (command === 'licenses') return licensesCommand(rest);
  if (command === 'sbom') return sbomCommand(rest, io);
  if (command === 'vex') return vexCommand(rest, io);
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    io.stdout.write(HELP);
    return command === undefined ? 2 : 0;
  }
  io.stderr.write(
    `assay: there is no command "${command}". The commands are scan, fingerprint, licenses, sbom and vex.\n`,
  );
  return 2;
}

/** `assay scan`. */
export async function scanCommand(argv: string[], io: CommandIo): Promise<number> {
  const command = await import('./scan-command.ts');
  return command.scanCommand(argv, io);
}

/** `assay fingerprint`. */
export async function fingerprintCommand(argv: string[], io: CommandIo): Promise<number> {
  const command = await import('./fingerprint-command.ts');
  return command.fingerprintCommand(argv, io);
}

/** `assay sbom`. */
export async function sbomCommand(argv: string[], io: CommandIo): Promise<number> {
  const command = await import('./sbom/command.ts');
  return command.sbomCommand(argv, io);
}

/** `assay vex`. */
export async function vexCommand(argv: string[], io: CommandIo): Promise<number> {
  const command = await import('./vex/command.ts');
  return command.vexCommand(argv, io);
}

/** `assay release`. */
export async function releaseCommand(argv: string[], io: CommandIo): Promise<number> {
  const command = await import('./release/command.ts');
  return command.releaseCommand(argv, io);
}

/** `assay scm`. */
export async function scmCommand(argv: string[], io: CommandIo): Promise<number> {
  const command = await import('./scm/command.ts');
  return command.scmCommand(argv, io);
}

/** `assay licenses`. */
export async function licensesCommand(argv: string[], defaults: LicensesDefaults = {}): Promise<number> {
  const commands = await import('./licenses/commands.ts');
  return commands.licensesCommand(argv, defaults);
}
