// Passwords: argon2id hashes, and generated ones.
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { LONGEST_PASSWORD, meetsPasswordRule } from './password-rule.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const GENERATED_LENGTH = 20;
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
