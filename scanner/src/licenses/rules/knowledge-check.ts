// Checks every file of scanner/rules/knowledge against schema.json. Runs with every build of an index, which each change of these files
// triggers.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { schemaErrors } from '../../schema-errors.ts';
import { KNOWLEDGE_FOLDER, readKnowledge } from './knowledge.ts';

export const knowledgeFiles = (): string[] =>
  readdirSync(KNOWLEDGE_FOLDER)
    .flatMap((name) => (name.endsWith('.yaml') ? [name.slice(0, -5)] : []))
    .sort();

/** Throws with a sentence that names the file and the key when a file violates the schema. */
export function checkKnowledge(read: (file: string) => unknown = readKnowledge): void {
  // Loaded on demand: a scan builds no index.
  const { Ajv2020: Validator } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 };
  const schema = JSON.parse(readFileSync(new URL('schema.json', KNOWLEDGE_FOLDER), 'utf8'));
  const isValid = new Validator({ allErrors: true }).compile(schema);
  for (const file of knowledgeFiles()) {
    if (isValid(read(file))) continue;
    throw new Error(`scanner/rules/knowledge/${file}.yaml: ${schemaErrors(isValid.errors)}`);
  }
}
