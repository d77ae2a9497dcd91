// The key with which this installation signs bundles of advisories and of components. Created when it is first needed.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newBundleKey, publicKeyOf } from '@assay/scanner/bundles';
import { ignoreMissing } from '../missing-files.ts';

const KEY_FILE = 'advisory-bundles.pem';

export async function bundleKey(keysFolder: string): Promise<{ privateKey: string; publicKey: string }> {
  const file = join(keysFolder, KEY_FILE);
  const known = await readFile(file, 'utf8').catch(ignoreMissing);
  if (known !== undefined) return { privateKey: known, publicKey: publicKeyOf(known) };
  const made = newBundleKey();
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  await writeFile(file, made.privateKey, { mode: 0o600 });
  await chmod(file, 0o600);
  return made;
}
