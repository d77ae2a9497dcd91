// The digest of all that the weights of the vote are made of, so that a test sees when they are older than it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { JUDGED_FOLDER, judgedFileNames } from './judged.ts';

const RULES = new URL('../../rules/roles/', import.meta.url);

export function trainingDigest(): string {
  const rules = readdirSync(RULES).filter((name) => name.endsWith('.yaml') && name !== 'weights.yaml');
  const urls = [
    ...rules.sort().map((name) => new URL(name, RULES)),
    ...judgedFileNames().map((name) => new URL(name, JUDGED_FOLDER)),
    new URL('signals.ts', JUDGED_FOLDER),
    new URL('../reading/ballots.ts', JUDGED_FOLDER),
  ];
  const digest = createHash('sha256');
  for (const url of urls) digest.update(`${url.pathname.split('/').at(-1)}\n`).update(readFileSync(url));
  return digest.digest('hex');
}
