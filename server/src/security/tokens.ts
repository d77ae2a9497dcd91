// Tokens: signed JWTs (HS512, with the claims `sub` and `userId` of existing clients). The database has their hashes, so that revoking a token works
// at once. The signing key is in a file outside the database.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';

export type TokenKey = Uint8Array;

const KEY_BYTES = 64;

/** Reads the signing key of a data folder; creates it at the first start. */
export async function loadTokenKey(keysFolder: string): Promise<TokenKey> {
  const file = join(keysFolder, 'token.key');
  try {
    const key = await readFile(file);
    if (key.length !== KEY_BYTES)
      throw new Error(
        `${file} must hold ${KEY_BYTES} bytes; it holds ${key.length}. Restore it from a backup, or remove it: all tokens then end.`,
      );
    return new Uint8Array(key);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  const key = randomBytes(KEY_BYTES);
  await writeFile(`${file}.new`, key, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return new Uint8Array(key);
}

export interface TokenSubject {
  login: string;
  userId: number;
}

export async function signToken(
  key: TokenKey,
  subject: TokenSubject,
  issuedAt: Date,
  expiresAt: Date | null,
): Promise<string> {
  const token = new SignJWT({ userId: subject.userId })
    .setProtectedHeader({ alg: 'HS512' })
    .setSubject(subject.login)
    .setIssuedAt(issuedAt)
    .setJti(randomBytes(12).toString('base64url'));
  if (expiresAt) token.setExpirationTime(expiresAt);
  return token.sign(key);
}

/** What a valid signature says. It stays true as long as the key is the same, so it is worked out once for each token. */
interface SignedClaims {
  userId: number;
  /** In seconds; missing if the token has no end. */
  exp: number | undefined;
}

const MOST_REMEMBERED = 1000;
const remembered = new WeakMap<TokenKey, Map<string, SignedClaims>>();

/** The user id of a token with a valid signature and valid dates, else undefined. Only the database knows whether it was revoked. */
export async function verifyToken(key: TokenKey, token: string, now: Date): Promise<number | undefined> {
  const known = remembered.get(key)?.get(token);
  if (known) return known.exp === undefined || known.exp > Math.floor(now.getTime() / 1000) ? known.userId : undefined;
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS512'], currentDate: now });
    if (typeof payload.userId !== 'number') return undefined;
    if (payload.nbf === undefined) remember(key, token, { userId: payload.userId, exp: payload.exp });
    return payload.userId;
  } catch {
    return undefined;
  }
}

function remember(key: TokenKey, token: string, claims: SignedClaims): void {
  const tokens = remembered.get(key) ?? new Map<string, SignedClaims>();
  const [oldest] = tokens.keys();
  if (tokens.size >= MOST_REMEMBERED && oldest !== undefined) tokens.delete(oldest);
  remembered.set(key, tokens.set(token, claims));
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
