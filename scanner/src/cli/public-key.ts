// The public key of --key.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UsageError } from './options.ts';
import { printable } from './printable.ts';

export async function publicKey(path: string): Promise<KeyObject> {
  try {
    return createPublicKey(await readFile(path));
  } catch (error) {
    throw new UsageError(`--key: ${printable(path)} is no public key (${(error as Error).message}).`);
  }
}
