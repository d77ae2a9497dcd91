#!/usr/bin/env node
// Where the command line begins. It is JavaScript, because Node takes as long to load its remover of types as to start: this file answers the call for
// help itself, tells Node where compiled code is, and runs the program that the installation has built, or the sources if they have changed since. It
// also runs on a Node of the machine that knows no types: that one starts the Node that Assay brings.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [, , command] = process.argv;
if (command === undefined || ['help', '--help', '-h'].includes(command)) {
  process.stdout.write(readFileSync(new URL('./usage.txt', import.meta.url)));
  process.exitCode = command === undefined ? 2 : 0;
} else if (process.features.typescript) {
  const { keepCompiledCode } = await import('@assay/scanner/code-cache');
  keepCompiledCode();
  await import(isBuiltFromTheseSources() ? '../dist/assay.js' : './assay.ts');
} else await runWithOwnNode();

/** Whether `tools/build-program.ts` has run, and each source has still the size and time of then. `ASSAY_RUN_SOURCES=1` is for people who change them. */
function isBuiltFromTheseSources() {
  if (process.env.ASSAY_RUN_SOURCES === '1') return false;
  try {
    const stamps = JSON.parse(readFileSync(new URL('../dist/sources.json', import.meta.url), 'utf8'));
    // A path and not an address: Node takes longer to read two thousand addresses than to ask the disk.
    const root = fileURLToPath(new URL('../../', import.meta.url));
    return Object.entries(stamps).every(([path, [size, mtimeMs]]) => {
      const found = statSync(root + path);
      return found.size === size && Math.floor(found.mtimeMs) === mtimeMs;
    });
  } catch {
    // Nothing is built, or a source is gone.
    return false;
  }
}

async function runWithOwnNode() {
  const { spawn } = await import('node:child_process');
  const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
  const child = spawn(own, process.argv.slice(1), { stdio: 'inherit' });
  // A terminal sends its interrupt to both; what another program sends comes to this one alone.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', () => {
    process.stderr.write(
      `assay: The Node of this machine (${process.version}) is too old, and ${own} is missing. Run "npm ci" again.\n`,
    );
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal !== null) process.stderr.write(`assay: ended by ${signal}\n`);
    // The pipes of the child are those of this process: nothing else is open.
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
  });
}
