// Reads the project's own data: words, names and rules that stand in YAML files beside the code. The parser is the quickest of those at hand,
// because many of these files are read at every start; files of other people go by the readers in manifests/, which know lines and limits.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load } from 'js-yaml';

/** The value of a YAML text of the project. Throws `YAMLException` with the line. */
export const parseData = (yaml: string): unknown => load(yaml, { schema: CORE_SCHEMA });

/** The value of a YAML file of the project. Throws `YAMLException` with file and line. */
export const readData = (file: URL): unknown =>
  load(readFileSync(file, 'utf8'), { schema: CORE_SCHEMA, filename: fileURLToPath(file) });
