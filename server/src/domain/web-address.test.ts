import { expect, it } from 'vitest';
import { refuseWebAddress } from './web-address.ts';

it.each(['', 'https://a.example/b', 'http://a', 'ftp://a', 'www.a.example', 'NA', 'a.example:8080/x', 'localhost:80'])(
  'accepts %j',
  (address) => expect(refuseWebAddress('url', address)).toBeUndefined(),
);

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:x',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
])('refuses %j', (address) => expect(refuseWebAddress('url', address)?.refusal.message).toContain('"url"'));
