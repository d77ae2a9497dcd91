// Reads the recognisers of scanner/rules/libraries, one file per library, and caches them as one JSON file beside the license index: parsing two
// hundred YAML files would take most of each thread's start.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { keepFile, parseData } from '../data-files.ts';
import { schemaErrors } from '../schema-errors.ts';
import { checkSigns } from './finder.ts';
import type { LibraryRule } from './rule.ts';

const RULES_FOLDER = new URL('../../rules/libraries/', import.meta.url);
const CACHE_FOLDER = new URL('../../../node_modules/.cache/assay/', import.meta.url);

/** A text that the library's signs must match, and the version that they must give; '' for none. */
interface LibraryTest {
  text: string;
  version: string;
}

/** As the file writes it. */
export interface LibraryFile extends LibraryRule {
  tests: LibraryTest[];
}

let rules: readonly LibraryRule[] | undefined;

/** The built-in recognisers, by name. */
export function libraryRules(): readonly LibraryRule[] {
  rules ??= readCache() ?? writeCache(readLibraryFiles().map(({ tests: _tests, ...rule }) => rule));
  return rules;
}

let digest: string | undefined;

/** A short digest of the built-in recognisers, on which facts depend. */
export function librariesDigest(): string {
  digest ??= createHash('sha256').update(JSON.stringify(libraryRules())).digest('hex').slice(0, 12);
  return digest;
}

/** All files with their tests. If a file breaks the schema or a sign is unusable, throws a sentence that names the file. */
export function readLibraryFiles(
  read: (name: string) => string = (name) => readFileSync(new URL(name, RULES_FOLDER), 'utf8'),
  names: readonly string[] = ruleFileNames(),
): LibraryFile[] {
  const { Ajv2020: Validator } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 };
  const schema = JSON.parse(readFileSync(new URL('schema.json', RULES_FOLDER), 'utf8'));
  const isValid = new Validator({ allErrors: true }).compile<Omit<LibraryFile, 'name'>>(schema);
  return names.map((name) => {
    const file: unknown = parseData(read(name));
    if (!isValid(file)) throw new Error(`scanner/rules/libraries/${name}: ${schemaErrors(isValid.errors)}.`);
    const rule = { ...file, language: file.language ?? 'c', name: name.slice(0, -'.yaml'.length) };
    try {
      checkSigns(rule);
    } catch (error) {
      throw new Error(`scanner/rules/libraries/${name}: ${(error as Error).message}`, { cause: error });
    }
    return rule;
  });
}

function ruleFileNames(): string[] {
  return readdirSync(RULES_FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort();
}

function cachePath(): string {
  const hash = createHash('sha256');
  for (const name of ['schema.json', ...ruleFileNames()]) {
    hash.update(`${name}\0`);
    hash.update(readFileSync(new URL(name, RULES_FOLDER)));
  }
  return fileURLToPath(new URL(`libraries-${hash.digest('hex').slice(0, 20)}.json`, CACHE_FOLDER));
}

function readCache(): LibraryRule[] | undefined {
  try {
    return JSON.parse(readFileSync(cachePath(), 'utf8'));
  } catch {
    // If the cache is missing, or a full disk truncated it, it is written again.
    return undefined;
  }
}

/** If it cannot be written, the YAML files are read each time. */
function writeCache(read: LibraryRule[]): LibraryRule[] {
  keepFile(cachePath(), JSON.stringify(read));
  return read;
}
