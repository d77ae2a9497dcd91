// kernel.wasm, compiled once in a thread. It wants SIMD, which WebAssembly has on every processor but old ones (before SSE4.1).
import { readFileSync } from 'node:fs';

/** The smallest module that only an engine with SIMD accepts: a function that gives a vector. */
const SIMD_PROBE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic number and version
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // one type: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // one function, of that type
  ...[0x0a, 0x0a, 0x01, 0x08, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x62, 0x0b], // i32.const 0, i8x16.splat, i8x16.popcnt
);

let compiled: WebAssembly.Module | undefined;

/** Undefined where there is no SIMD: then the TypeScript beside the kernel does the same, slower. */
export function loadKernelModule(): WebAssembly.Module | undefined {
  if (!compiled && WebAssembly.validate(SIMD_PROBE))
    compiled = new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));
  return compiled;
}
