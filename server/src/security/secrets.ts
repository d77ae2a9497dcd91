// Secrets that the server must be able to read again (passwords of other systems): sealed with AES-256-GCM under a key file of the data folder, never
// in the database. A context binds a sealed secret to its place, so that it cannot be moved to another row.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type SecretKey = Uint8Array;

/** Shown in place of a stored secret. */
export const SECRET_MASK = '********';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of a sealed secret: the method of sealing. */
const AES_256_GCM = 1;

const loaded = new Map<string, Promise<SecretKey>>();

/** Reads the key in the `keys` folder of a data folder, once per process. Creates it if there is none. */
export function loadSecretKey(keysFolder: string): Promise<SecretKey> {
  let key = loaded.get(keysFolder);
  if (!key) {
    key = readOrMakeKey(join(keysFolder, 'secrets.key'), keysFolder);
    loaded.set(keysFolder, key);
    // After a failure, the next caller tries again.
    key.catch(() => loaded.delete(keysFolder));
  }
  return key;
}

async function readOrMakeKey(file: string, keysFolder: string): Promise<SecretKey> {
  const known = await readKey(file);
  if (known) return known;
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, randomBytes(KEY_BYTES), { mode: 0o600 });
  // If several processes start at once, one of them creates the key: a link fails if the file exists, a rename does not.
  await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(fresh);
  const made = await readKey(file);
  if (!made) throw new Error(`${file} vanished while it was made.`);
  return made;
}

async function readKey(file: string): Promise<SecretKey | undefined> {
  try {
    const key = await readFile(file);
    if (key.length !== KEY_BYTES)
      throw new Error(
        `${file} must hold ${KEY_BYTES} bytes; it holds ${key.length}. Restore it from a backup: without it stored passwords cannot be read.`,
      );
    return new Uint8Array(key);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Seals a text. `context` names its place ("scm-instance 17 password") and must be given again to open it. */
export function sealSecret(key: SecretKey, secret: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(AES_256_GCM), nonce, cipher.getAuthTag(), sealed]);
}

/** Opens a sealed secret; throws if the key, the context or a byte of it differs. */
export function openSecret(key: SecretKey, sealed: Uint8Array, context: string): string {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== AES_256_GCM || bytes.length < 1 + NONCE_BYTES + TAG_BYTES)
    throw new Error(`The secret of ${context} is not sealed in a way that is known here.`);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch (cause) {
    throw new Error(
      `The secret of ${context} cannot be opened: the key file is another than the one it was sealed with, or it was changed.`,
      { cause },
    );
  }
}
