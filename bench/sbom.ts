// How long bills of material of 1,000, 30,000 and 300,000 components take to be written, and the memory that it needs. Prints JSON.
// Each measurement runs in a process of its own: node bench/sbom.ts [components...]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SBOM_WRITERS, type SbomComponent, type SbomSource, sbomWriter } from '@assay/scanner/sbom';

const SIZES = [1000, 30_000, 300_000];

/** Each depends on the two after it, and has a text, a statement and a digest of its own. */
function component(at: number, count: number): SbomComponent {
  const key = (one: number) => `pkg:npm/package-${one}@1.0.${one % 100}`;
  return {
    ...{ key: key(at), purl: key(at), cpe: '', namespace: '', name: `package-${at}`, version: `1.0.${at % 100}` },
    ...{ scope: 'runtime', declared: 'MIT', concluded: at % 7 === 0 ? 'Apache-2.0' : 'MIT', description: 'A package.' },
    references: [{ type: 'website', url: `https://example.org/${at}` }],
    digests: [{ algorithm: 'SHA-512', value: at.toString(16).padStart(128, '0') }],
    copyrights: [`Copyright 2020 Author ${at}`],
    texts: [
      {
        role: 'main',
        path: `node_modules/${at}/LICENSE`,
        expressions: ['MIT'],
        text: `MIT License\n\nCopyright 2020 Author ${at % 5000}\n`,
      },
    ],
    evidence: ['package-lock.json'],
    dependsOn: [at + 1, at + 2].filter((one) => one < count).map(key),
    ...{ tie: at % 10 === 0 ? 'direct' : 'indirect', notCompared: '', isRejected: false },
  };
}

function source(count: number): SbomSource {
  return {
    subject: {
      ...{ name: 'bench', version: '1', documentId: '123e4567-e89b-42d3-a456-426614174000', createdAt: new Date(0) },
      ...{ tool: { name: 'assay', version: '0' }, context: 'source' },
    },
    listsFiles: false,
    files: (async function* () {})(),
    contents: () => ({ licenses: [], incompleteness: '', comparison: '' }),
    async *components() {
      for (let at = 0; at < count; at++) yield component(at, count);
    },
  };
}

async function measure(format: string, count: number) {
  const start = performance.now();
  let characters = 0;
  for await (const text of sbomWriter(format).write(source(count))) characters += text.length;
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  return {
    format,
    components: count,
    seconds: Number(((performance.now() - start) / 1000).toFixed(2)),
    megaCharacters: Math.round(characters / 1e6),
    peakMb,
  };
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === '--one') {
  console.log(JSON.stringify(await measure(String(rest[0]), Number(rest[1]))));
} else {
  const sizes = [mode, ...rest].filter((one) => one !== undefined).map(Number);
  for (const count of sizes.length > 0 ? sizes : SIZES)
    for (const { name } of SBOM_WRITERS) {
      const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--one', name, String(count)], {
        encoding: 'utf8',
      });
      process.stdout.write(
        child.status === 0
          ? child.stdout
          : `${JSON.stringify({ format: name, components: count, error: child.stderr })}\n`,
      );
    }
}
