// Reads the project's own data: words, names and rules that stand in YAML files beside the code. Many of them are read at every start of every
// thread, so what a file says is kept as JSON beside the license index, under the digest of the file: a changed file has another name there, and
// the YAML parser is loaded for it alone. Files of other people go by the readers in manifests/, which know lines and limits.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type JsYaml from 'js-yaml';

const CACHE_FOLDER = new URL('../../node_modules/.cache/assay/data/', import.meta.url);

/** The value of a YAML text of the project. Throws `YAMLException` with the line. */
export const parseData = (yaml: string): unknown => parse(yaml);

/** The value of a YAML file of the project. Throws `YAMLException` with file and line. */
export function readData(file: URL): unknown {
  const yaml = readFileSync(file);
  const kept = new URL(keptName(yaml), CACHE_FOLDER);
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    // It is missing, or a full disk truncated it.
    const value = parse(yaml.toString('utf8'), fileURLToPath(file));
    keepFile(fileURLToPath(kept), JSON.stringify(value));
    return value;
  }
}

const keptName = (yaml: Buffer): string => `${createHash('sha256').update(yaml).digest('hex').slice(0, 32)}.json`;

/** Folders with data that is read at a start, and those below them that are not: they are compiled, or belong to tests. */
const DATA_FOLDERS = [new URL('./', import.meta.url), new URL('../rules/', import.meta.url)];
const OTHERWISE_READ = /^(?:libraries|projects)\/|judged-cases|\.test\.|fixtures|corpus|deviations/;

/** Makes the kept values of all files, for an installation that nobody may write to later, and removes those of earlier files. */
export function keepAllData(): void {
  const current = new Set<string>();
  for (const folder of DATA_FOLDERS)
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      if (!name.endsWith('.yaml') || OTHERWISE_READ.test(name)) continue;
      const file = new URL(name, folder);
      readData(file);
      current.add(keptName(readFileSync(file)));
    }
  for (const name of readdirSync(CACHE_FOLDER))
    if (name.endsWith('.json') && !current.has(name)) rmSync(new URL(name, CACHE_FOLDER), { force: true });
}

function parse(yaml: string, filename?: string): unknown {
  const { CORE_SCHEMA, load } = createRequire(import.meta.url)('js-yaml') as typeof JsYaml;
  return load(yaml, { schema: CORE_SCHEMA, filename });
}

/** Writes what is only kept to be quick: whole or not at all, and not where nothing can be written. */
export function keepFile(path: string, text: string): void {
  const partial = `${path}.${process.pid}.${performance.now()}.partial`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch {
    rmSync(partial, { force: true });
  }
}
