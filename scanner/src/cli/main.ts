// Runs the scanner's commands as a program of its own: `node scanner/src/cli/main.ts scan .`
import { runCommand } from './index.ts';

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
const { stdout, stderr } = process;
process.exitCode = await runCommand(process.argv.slice(2), { stdout, stderr, signal: interrupt.signal });
