// A whole scan where WebAssembly has no SIMD: V8 is told that the processor lacks SSE4.1, as it is on old ones.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));
const FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const PROBE = fileURLToPath(new URL('./module.ts', import.meta.url));

const run = (flags: string[], args: string[]) =>
  execFileSync(process.execPath, [...flags, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const hasKernel = (flags: string[]) =>
  run(flags, ['--input-type=module', '-e', `import { loadKernelModule } from ${JSON.stringify(PROBE)}; console.log(loadKernelModule() !== undefined);`]).trim(); // biome-ignore format: one line

it.skipIf(process.arch !== 'x64')(
  'finds the same without SIMD (only x64 has a flag to try it)',
  () => {
    const without = ['--no-enable-sse4-1'];
    expect(hasKernel([])).toBe('true');
    expect(hasKernel(without)).toBe('false');
    const scan = ['scan', FOLDER, '--format', 'jsonl', '--threads', '1'];
    const found = run([], [MAIN, ...scan]);
    expect(found).toContain('GPL-2.0-or-later');
    expect(run(without, [MAIN, ...scan])).toBe(found);
  },
  120_000,
);
