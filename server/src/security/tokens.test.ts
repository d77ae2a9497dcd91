// What a token is worth: its signature and its dates, at the first use and at every further one.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { signToken, verifyToken } from './tokens.ts';

const key = new Uint8Array(randomBytes(64));
const at = (time: string) => new Date(`2026-11-30T${time}Z`);
const sign = (until: Date | null) => signToken(key, { login: 'alice', userId: 7 }, at('10:00:00'), until);

it('is valid until its end, also if it was used before', async () => {
  const token = await sign(at('11:00:00'));
  expect(await verifyToken(key, token, at('10:30:00'))).toBe(7);
  expect(await verifyToken(key, token, at('10:59:59'))).toBe(7);
  expect(await verifyToken(key, token, at('11:00:00'))).toBeUndefined();
});

it('has no end if none was given', async () => {
  const token = await sign(null);
  expect(await verifyToken(key, token, at('10:30:00'))).toBe(7);
  expect(await verifyToken(key, token, new Date('2036-01-01'))).toBe(7);
});

it('is worth nothing with another key, or with one letter changed', async () => {
  const token = await sign(null);
  expect(await verifyToken(key, token, at('10:30:00'))).toBe(7);
  expect(await verifyToken(new Uint8Array(randomBytes(64)), token, at('10:30:00'))).toBeUndefined();
  const [header, claims, signature = ''] = token.split('.');
  const forged = Buffer.from(String(claims), 'base64url').toString().replace('"userId":7', '"userId":1');
  const others = [`${header}.${Buffer.from(forged).toString('base64url')}.${signature}`, `${token.slice(0, -4)}AAAA`];
  for (const other of others) expect(await verifyToken(key, other, at('10:30:00'))).toBeUndefined();
});

it('is checked anew when a thousand others were used since', async () => {
  const first = await sign(at('11:00:00'));
  expect(await verifyToken(key, first, at('10:30:00'))).toBe(7);
  for (let count = 0; count <= 1000; count++) await verifyToken(key, await sign(null), at('10:30:00'));
  expect(await verifyToken(key, first, at('10:30:00'))).toBe(7);
  expect(await verifyToken(key, first, at('11:00:00'))).toBeUndefined();
});
