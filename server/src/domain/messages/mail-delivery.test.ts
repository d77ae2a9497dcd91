import { describe, expect, it } from 'vitest';
import { fateOfMail, isFinalAnswer, isMailAddress, MAIL_ATTEMPTS } from './mail-delivery.ts';

describe('the next state of a mail', () => {
  const forNow = { type: 'refused', isFinal: false, reason: 'Busy.' } as const;

  it('is sent when the server accepted it, however late', () => {
    expect(fateOfMail({ type: 'sent' }, MAIL_ATTEMPTS)).toEqual({ state: 'SENT' });
  });

  it('waits longer after each attempt, then fails', () => {
    const fates = Array.from({ length: MAIL_ATTEMPTS }, (_, at) => fateOfMail(forNow, at + 1));
    expect(fates.map((fate) => ('waitMinutes' in fate ? fate.waitMinutes : fate.state))).toEqual([
      1,
      5,
      15,
      60,
      180,
      360,
      720,
      'FAILED',
    ]);
    expect(fates.at(-1)).toMatchObject({ reason: 'Busy. Given up after 8 attempts.' });
  });

  it('fails at once after a final answer', () => {
    expect(fateOfMail({ ...forNow, isFinal: true }, 1)).toEqual({ state: 'FAILED', reason: 'Busy.' });
  });

  it('fails finally also if attempts were lost to crashes', () => {
    expect(fateOfMail(forNow, MAIL_ATTEMPTS + 5).state).toBe('FAILED');
  });
});

it.each([
  [550, 'RCPT TO', true],
  [553, 'MAIL FROM', true],
  [554, 'DATA', true],
  [450, 'RCPT TO', false],
  [535, 'AUTH PLAIN', false],
  [500, 'STARTTLS', false],
  [554, 'CONN', false],
  [undefined, 'DATA', false],
  [554, undefined, false],
])('%s to %s: final is %s', (status, command, isFinal) => {
  expect(isFinalAnswer(status, command)).toBe(isFinal);
});

it.each([
  ['ada@example.org', true],
  ['ada+x@sub.example.org', true],
  ['ädä@exämple.org', true],
  ['ada@example.org,eve@example.org', false],
  ['<ada@example.org>', false],
  ['ada@example.org\r\nBcc: x', false],
  ['ada@', false],
  ['@example.org', false],
  ['', false],
  [`${'x'.repeat(250)}@example.org`, false],
])('%j is an address: %s', (text, isAddress) => {
  expect(isMailAddress(text)).toBe(isAddress);
});
