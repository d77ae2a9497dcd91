import { expect, test } from 'vitest';
import { SignInAttempts } from './sign-in-attempts.ts';

const at = (ms: number) => new Date(1_000_000_000 + ms);

test('memory is bounded, whatever callers send', () => {
  const attempts = new SignInAttempts();
  for (let one = 0; one < 100_000; one++) attempts.begin(`user ${one}`, `2001:db8:${one.toString(16)}::/64`, at(one));
  expect(attempts.size).toBeLessThanOrEqual(60_000);
});

test('undecided attempts do not count', () => {
  const attempts = new SignInAttempts();
  for (let one = 0; one < 50; one++) {
    const attempt = attempts.begin('ada', '192.0.2.1', at(one));
    if ('waitMs' in attempt) throw new Error('must not wait');
    attempt.undecided();
  }
});

test('an hour without attempts resets the count', () => {
  const attempts = new SignInAttempts();
  for (let one = 0; one < 5; one++) attempts.begin('ada', '192.0.2.1', at(0));
  expect(attempts.begin('ada', '192.0.2.1', at(1000))).toEqual({ waitMs: 1000 });
  expect(attempts.begin('ada', '192.0.2.1', at(3_600_000))).not.toHaveProperty('waitMs');
});

test('somebody who tries many users does not slow down a known user at the same address', () => {
  const attempts = new SignInAttempts();
  const known = attempts.begin('ada', '192.0.2.1', at(0));
  if (!('waitMs' in known)) known.succeeded();
  for (let one = 0; one < 40; one++) attempts.begin(`guess ${one}`, '192.0.2.1', at(one));
  expect(attempts.begin('bob', '192.0.2.1', at(100))).toHaveProperty('waitMs');
  expect(attempts.begin('ada', '192.0.2.1', at(100))).not.toHaveProperty('waitMs');
});

test('nobody waits for a clock that was set back', () => {
  const attempts = new SignInAttempts();
  const [user, address] = ['ada', '192.0.2.1'];
  const known = attempts.begin(user, address, at(3 * 86_400_000));
  if ('waitMs' in known) throw new Error('must not wait');
  known.succeeded();
  expect(attempts.begin(user, address, at(0))).not.toHaveProperty('waitMs');
});

test('after the clock was set back, the wait for many failures is as long as it was, and ends', () => {
  const attempts = new SignInAttempts();
  for (let one = 0; one < 5; one++) attempts.begin('ada', '192.0.2.1', at(3 * 86_400_000));
  expect(attempts.begin('ada', '192.0.2.1', at(0))).toEqual({ waitMs: 2000 });
  expect(attempts.begin('ada', '192.0.2.1', at(1500))).toEqual({ waitMs: 500 });
  expect(attempts.begin('ada', '192.0.2.1', at(2000))).not.toHaveProperty('waitMs');
});
