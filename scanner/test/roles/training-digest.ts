// What the weights of the model of roles are made of. Their digest stands in the weights, so that a test sees when they are older than it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const ROLES_FOLDER = new URL('../../rules/roles/', import.meta.url);
export const WEIGHTS = new URL('weights.yaml', ROLES_FOLDER);

/** Folders whose files of this form change the features of a name or the training itself. */
const INPUTS: readonly [URL, RegExp][] = [
  [new URL('./', import.meta.url), /^(?:examples|regression|training)\.ts$/],
  [new URL('./judged/', import.meta.url), /\.yaml$/],
  [
    new URL('../../src/licenses/roles/', import.meta.url),
    /^(?:clauses|features|groups|hints|lexicon|model|passage|subjects|roles|tables)\.ts$/,
  ],
  [new URL('../../src/licenses/reading/', import.meta.url), /^model-reads\.ts$/],
  [ROLES_FOLDER, /^(?!weights).*\.yaml$/],
];

/** 64 hexadecimal digits. Which cases are still read wrong, the training does not look at. */
export function digestOfTraining(): string {
  const digest = createHash('sha256');
  for (const [folder, form] of INPUTS)
    for (const name of readdirSync(folder)
      .filter((one) => form.test(one))
      .sort())
      digest.update(readFileSync(new URL(name, folder), 'utf8').replace(/^ {2}open: .*\n/gm, ''));
  return digest.digest('hex');
}
