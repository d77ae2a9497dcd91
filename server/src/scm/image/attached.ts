// What is attached to an image in its registry: looked for with every synchronisation, because it may come after the image.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AttachedDocument } from '@assay/scanner/archives';
import {
  type FoundImage,
  findAttached,
  ImageError,
  NO_KEYS,
  type RegistryClient,
  readSiteKeys,
  type SiteKeys,
} from '@assay/scanner/images';
import type { Config } from '../../config.ts';
import type { ScmWork } from '../member.ts';

/** The documents; none if the registry does not answer, which the log tells. The image itself is here all the same. */
export async function attachedTo(
  { app, say, signal }: ScmWork,
  client: RegistryClient,
  found: FoundImage,
): Promise<AttachedDocument[]> {
  try {
    const { attached, lines } = await findAttached(client, found, await siteKeys(app.config));
    for (const line of lines) say('image-attached', line);
    for (const one of attached)
      if (one.check === 'wrong') say('image-signature', `The ${one.kind} ${one.digest} of the image does not hold: ${one.why}.`); // biome-ignore format: one claim
    return attached;
  } catch (error) {
    if (signal.aborted || !(error instanceof ImageError)) throw error;
    say('image-attached', `Signatures and SBOMs of the image could not be asked for: ${error.message}`);
    return [];
  }
}

/** Read anew each time, so that keys can be changed without a restart. */
async function siteKeys({ imageKeys }: Pick<Config, 'imageKeys'>): Promise<SiteKeys> {
  if (imageKeys === '') return NO_KEYS;
  try {
    return readSiteKeys(await readFile(imageKeys, 'utf8'));
  } catch (error) {
    return {
      keys: [],
      fault: `the file of ASSAY_IMAGE_KEYS cannot be read (${(error as NodeJS.ErrnoException).code})`,
    };
  }
}

/** Another one means that the image is told anew. Undefined if there is nothing. */
export function digestOfAttached(attached: readonly AttachedDocument[]): string | undefined {
  if (attached.length === 0) return undefined;
  return createHash('sha256').update(JSON.stringify(attached)).digest('hex');
}
