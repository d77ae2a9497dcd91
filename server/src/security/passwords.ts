// Passwords: argon2id hashes, the rules a new one must meet, and generated ones.
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export const PASSWORD_RULE = 'at least 8 characters with a digit, a lower-case and a capital letter, and no blanks';
/** The rule as a regular expression, for the schemas of operations. */
export const PASSWORD_PATTERN = '^(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])(?=\\S+$).{8,}';
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const GENERATED_LENGTH = 20;
/** Hashing longer passwords would only keep the server busy. */
const LONGEST_PASSWORD = 1024;

export function meetsPasswordRule(password: string): boolean {
  return password.length <= LONGEST_PASSWORD && new RegExp(PASSWORD_PATTERN).test(password);
}

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

// A hash of an unknown text: a check against it takes as long for an unknown login as for a known one.
let decoy: Promise<string> | undefined;

/** True if the password matches. Takes as long for an unknown user (hash null) as for a known one. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash(generatePassword());
  if (password.length > LONGEST_PASSWORD) return false;
  const isRight = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== null && isRight;
}

/** A password that meets the rule, without letters that look alike. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: GENERATED_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    if (meetsPasswordRule(password)) return password;
  }
}
