// What lies beside an image in its registry (signatures, attestations, SBOMs), as lines for people.
import { readFile } from 'node:fs/promises';
import type { AttachedDocument } from '../archives/index.ts';
import { type FoundImage, findAttached, ImageError, NO_KEYS, type RegistryClient, readSiteKeys, type SiteKeys } from '../images/index.ts'; // biome-ignore format: one claim
import { UsageError } from './options.ts';

const VERDICTS = {
  verified: 'verified',
  wrong: 'does not hold',
  unverified: 'not verified',
  unsigned: 'not signed',
} as const satisfies Record<AttachedDocument['check'], string>;

/** The keys in the file of --image-keys; none without it. Throws a UsageError: a check that was asked for must not be left out. */
export async function imageKeys(file: string): Promise<SiteKeys> {
  if (file === '') return NO_KEYS;
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`The file of --image-keys cannot be read: ${error.message}`);
  });
  const keys = readSiteKeys(text);
  if (keys.fault !== '') throw new UsageError(`--image-keys: ${keys.fault}.`);
  return keys;
}

/** Nothing is told of an image without documents, unless keys were named to verify some. */
export async function linesOfAttached(client: RegistryClient, found: FoundImage, keys: SiteKeys): Promise<string[]> {
  const { attached, lines } = await findAttached(client, found, keys).catch((error: unknown) => {
    // The image itself is here all the same.
    if (!(error instanceof ImageError)) throw error;
    return { attached: [], lines: [`Signatures and SBOMs of the image could not be asked for: ${error.message}`] };
  });
  const told = attached.map(
    ({ kind, digest, says, check, why }) =>
      `Attached ${kind} ${digest}${says === '' ? '' : ` (${says})`}: ${VERDICTS[check]}, ${why}.`,
  );
  const isVerified = attached.some(({ check }) => check === 'verified');
  const missing = keys.keys.length > 0 && !isVerified ? ['No key of --image-keys has signed the image.'] : [];
  return [...lines, ...told, ...missing];
}
