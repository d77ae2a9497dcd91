// Runs the scanner's commands as a program of its own: `node scanner/src/cli/main.ts scan .`
import { keepCompiledCode } from '../code-cache.ts';

keepCompiledCode();

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
const { stdout, stderr } = process;
const { runCommand } = await import('./index.ts');
process.exitCode = await runCommand(process.argv.slice(2), { stdout, stderr, signal: interrupt.signal });
