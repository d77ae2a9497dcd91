// The file of the built-in license index: its name, which follows from its inputs, and how it is stored. Apart from build-index.ts, because a start that
// finds the file compiles nothing.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INDEX_FORMAT } from '../engine/index-format.ts';
import { RULES_FOLDER } from './rules-folder.ts';

const SOURCE_FOLDER = new URL('../', import.meta.url);
const CACHE_FOLDER = new URL('../../../../node_modules/.cache/assay/', import.meta.url);
/** All code that an index depends on: compile-index.ts, rule-files.ts and their imports. */
export const BUILDING_FILES = [
  'engine/compile-index.ts',
  'reading/version-words.ts',
  'engine/index-format.ts',
  'engine/legal-gate.ts',
  'rules/knowledge.ts',
  'rules/license-ids.ts',
  'rules/listed-names.ts',
  'rules/patterns.ts',
  'rules/rule-files.ts',
  'rules/rule-keys.ts',
  'rules/rules-folder.ts',
  'rules/spdx-texts.ts',
  'engine/tokens.ts',
  '../data-files.ts',
  '../detached-text.ts',
  '../expressions/expression.ts',
  '../expressions/faults.ts',
  '../expressions/index.ts',
  '../expressions/listed.ts',
  '../expressions/remembered.ts',
  '../expressions/spdx.ts',
  '../items.ts',
];

/**
 * Digest of the building code, taken when it is loaded: a process whose files change while it runs must not store its index under the new
 * name.
 */
const CODE_DIGEST = digestOf(BUILDING_FILES.map((name) => new URL(name, SOURCE_FOLDER)));

function digestOf(files: (URL | string)[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** Digest of all inputs of an index. */
export function sourceFingerprint(): string {
  const rules = (readdirSync(RULES_FOLDER, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.yaml') && !name.startsWith('libraries'))
    .sort();
  const list = createRequire(import.meta.url).resolve('spdx-license-list/package.json');
  return createHash('sha256')
    .update(`format ${INDEX_FORMAT} ${CODE_DIGEST} ${rules.join()}`)
    .update(digestOf([...rules.map((name) => new URL(name, RULES_FOLDER)), list]))
    .digest('hex')
    .slice(0, 20);
}

/** The path of the index for the present rules, built or not. */
export function indexPath(source = sourceFingerprint()): string {
  return fileURLToPath(new URL(`licenses-${source}.index`, CACHE_FOLDER));
}

/**
 * Writes a temporary file and renames it, so that neither concurrent builds nor a power failure do harm. Removes temporary files of killed
 * processes.
 */
export function storeIndex(buffer: SharedArrayBuffer, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  removeAbandoned(path);
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, new Uint8Array(buffer), { flush: true });
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Writing takes seconds: a temporary file of an hour ago is abandoned. */
const ABANDONED_MS = 3_600_000;

function removeAbandoned(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.partial')) continue;
    const partial = join(dirname(path), name);
    const written = statSync(partial, { throwIfNoEntry: false });
    if (written && Date.now() - written.mtimeMs > ABANDONED_MS) rmSync(partial, { force: true });
  }
}

/** Removes indexes of earlier rules that are at least a day old. */
export function removeOldIndexes(): void {
  const folder = fileURLToPath(CACHE_FOLDER);
  for (const name of readdirSync(folder)) {
    const path = `${folder}${name}`;
    if (/^licenses-.*\.index$/.test(name) && Date.now() - statSync(path).mtimeMs > 86_400_000)
      rmSync(path, { force: true });
  }
}
