#!/usr/bin/env node
// Where the command line begins. It is JavaScript, because Node takes as long to load its remover of types as to start: this file answers the call for
// help itself, and tells Node where compiled code is before the first file with types is loaded.
import { readFileSync } from 'node:fs';
import { keepCompiledCode } from '@assay/scanner/code-cache';

const [, , command] = process.argv;
if (command === undefined || ['help', '--help', '-h'].includes(command)) {
  process.stdout.write(readFileSync(new URL('./usage.txt', import.meta.url)));
  process.exitCode = command === undefined ? 2 : 0;
} else {
  keepCompiledCode();
  await import('./assay.ts');
}
