// The scanner's command line. Each command takes its arguments and answers an exit code: 0 done, 1 the input or output failed, 2 wrong usage,
// 130 interrupted. It writes to the streams it is given and ends no process, so that another program can offer the same commands.
import type { Writable } from 'node:stream';
import { fingerprintCommand } from './fingerprint-command.ts';
import { scanCommand } from './scan-command.ts';

export { fingerprintCommand, scanCommand };

export interface CommandIo {
  stdout: Writable;
  stderr: Writable;
  /** Interrupts the command; it cleans up and answers 130. */
  signal?: AbortSignal;
}

const HELP = `Usage: assay <command> [options]

  scan <folder or archive>   find licenses, copyrights and packages
  fingerprint <folder>       write the fingerprints of a folder's files (WFP, Git blob ids)
  licenses list|explain|diff look into the license rules

"assay <command> --help" tells more about a command.
`;

/** Runs the command that the first argument names. */
export async function runCommand(argv: string[], io: CommandIo): Promise<number> {
  const [command, ...rest] = argv;
  if (command === 'scan') return scanCommand(rest, io);
  if (command === 'fingerprint') return fingerprintCommand(rest, io);
  if (command === 'licenses') {
    const { licensesCommand } = await import('../licenses/commands.ts');
    return licensesCommand(rest);
  }
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    io.stdout.write(HELP);
    return command === undefined ? 2 : 0;
  }
  io.stderr.write(`assay: there is no command "${command}". The commands are scan, fingerprint and licenses.\n`);
  return 2;
}
