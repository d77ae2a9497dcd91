// `assay corpus add|list|remove`: the packages whose files scans recognise by their contents.
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { deleteCorpusPackage, listCorpusPackages, replaceCorpusPackage } from '../db/corpus.ts';
import { createOutgoing } from '../outgoing/index.ts';
import { readSources } from './corpus-sources.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: assay corpus add WHAT… [--versions N] [--registry URL] | list | remove PURL…
  WHAT is npm:NAME[@VERSION], deb:NAME, or a folder or archive: zlib-1.3.1.tar.gz, FOLDER=pkg:generic/zlib@1.3.1.
  npm:jquery@3 adds the newest versions of 3.x (--versions, by default 10).`;

export async function corpusCommand(config: Config, argv: string[]): Promise<number> {
  const [verb, ...rest] = argv;
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      versions: { type: 'string', default: '10' },
      registry: { type: 'string', default: 'https://registry.npmjs.org' },
    },
  });
  const versions = Number(values.versions);
  if (!/^\d{1,4}$/.test(values.versions) || versions === 0)
    throw new Error(`--versions is "${values.versions}", but it must be a whole number from 1 to 9999.`);
  if (verb === 'list' && positionals.length === 0) return list(config);
  if (verb === 'remove' && positionals.length > 0) return remove(config, positionals);
  if (verb === 'add' && positionals.length > 0)
    return add(config, positionals, { versions, registry: values.registry.replace(/\/+$/, '') });
  throw new Error(USAGE);
}

/** Reports packages that cannot be added, and adds the others. The exit code says whether all were added. */
async function add(config: Config, words: string[], options: { versions: number; registry: string }): Promise<number> {
  const outgoing = createOutgoing(config.outgoingAllow);
  let failed = 0;
  try {
    await withDatabase(config, async ({ db }) => {
      for (const word of words) {
        try {
          for await (const { files, ...one } of readSources(word, { ...options, outgoing })) {
            await db.transaction().execute((tx) => replaceCorpusPackage(tx, one, files));
            process.stdout.write(`${one.purl}: ${files.length} files\n`);
          }
        } catch (error) {
          failed++;
          process.stderr.write(`assay corpus: ${word}: ${error instanceof Error ? error.message : String(error)}\n`);
        }
      }
    });
  } finally {
    await outgoing.close();
  }
  return failed === 0 ? 0 : 1;
}

async function list(config: Config): Promise<number> {
  const packages = await withDatabase(config, ({ db }) => listCorpusPackages(db));
  for (const { purl, file_count } of packages) process.stdout.write(`${purl}: ${file_count} files\n`);
  if (packages.length === 0) process.stdout.write('The corpus is empty; "assay corpus add" fills it.\n');
  return 0;
}

async function remove(config: Config, purls: string[]): Promise<number> {
  let missing = 0;
  await withDatabase(config, async ({ db }) => {
    for (const purl of purls) {
      if (await deleteCorpusPackage(db, purl)) process.stdout.write(`${purl} removed\n`);
      else {
        missing++;
        process.stderr.write(`assay corpus: it does not contain ${purl}. "assay corpus list" shows its packages.\n`);
      }
    }
  });
  return missing === 0 ? 0 : 1;
}
