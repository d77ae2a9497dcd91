// kernel.wasm, compiled once in a thread.
import { readFileSync } from 'node:fs';

let compiled: WebAssembly.Module | undefined;

export function loadKernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));
  return compiled;
}
