// What the weights of the model of roles are made of. Their digest stands in the weights, so that a test sees when they are older than it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export const SETS_FOLDER = new URL('../scanner/src/licenses/roles/', import.meta.url);
const RULES_FOLDER = new URL('../scanner/rules/roles/', import.meta.url);

const namesIn = (folder: URL, form: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => form.test(name))
    .sort();

/** The sets of judged files, without the endings of their names. */
export const SETS: readonly string[] = namesIn(SETS_FOLDER, /^judged-cases.*\.yaml$/).map((name) =>
  name.replace(/\.yaml$/, ''),
);

/** Of the judged files, the words and patterns, and the program that reads them and trains: 64 hexadecimal digits. */
export function digestOfTraining(): string {
  const digest = createHash('sha256');
  const files = [
    ...namesIn(SETS_FOLDER, /^judged-cases.*\.yaml$|(?<!\.test)\.ts$/).map((name) => new URL(name, SETS_FOLDER)),
    ...namesIn(RULES_FOLDER, /^(?!weights).*\.yaml$/).map((name) => new URL(name, RULES_FOLDER)),
    ...['train-roles.ts', 'role-regression.ts'].map((name) => new URL(name, import.meta.url)),
  ];
  for (const file of files) digest.update(readFileSync(file));
  return digest.digest('hex');
}
