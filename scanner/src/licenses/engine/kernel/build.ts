// Compiles kernel.as.ts to kernel.wasm: `npm run kernel`. The compiler is fetched for the purpose and is no dependency, because it is large and
// the source rarely changes; kernel.wasm is committed, and bears the digest of the source it was made from.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const COMPILER = 'assemblyscript@0.28.20';
export const SOURCE = fileURLToPath(new URL('./kernel.as.ts', import.meta.url));
export const MODULE = fileURLToPath(new URL('./kernel.wasm', import.meta.url));
/** Name of the custom section that holds the source's digest. */
export const DIGEST_SECTION = 'source-sha256';

export const sourceDigest = (): string => createHash('sha256').update(readFileSync(SOURCE)).digest('hex');

/** https://webassembly.github.io/spec/core/binary/modules.html#custom-section; name and content are short enough for one byte of length each. */
function customSection(name: string, content: string): Buffer {
  const body = Buffer.concat([Buffer.from([name.length]), Buffer.from(name + content)]);
  return Buffer.concat([Buffer.from([0, body.length]), body]);
}

if (import.meta.main) {
  const options = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--enable', 'simd'];
  execFileSync('npx', ['--yes', '--package', COMPILER, '--', 'asc', SOURCE, '-o', MODULE, ...options], {
    stdio: 'inherit',
  });
  appendFileSync(MODULE, customSection(DIGEST_SECTION, sourceDigest()));
}
