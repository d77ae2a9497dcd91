import { expect, it } from 'vitest';
import { readExpression } from './listed.ts';

it.each([
  ['APACHE-2.0', 'Apache-2.0', ['Apache-2.0']],
  ['(APACHE-2.0 OR EPL-2.0)', 'Apache-2.0 OR EPL-2.0', ['Apache-2.0', 'EPL-2.0']],
  ['GPL-2.0 with classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0', ['GPL-2.0-only']],
  ['PUBLIC-DOMAIN', 'PUBLIC-DOMAIN', []],
  ['GPL-2.0 AND (PUBLIC-DOMAIN OR mit)', 'GPL-2.0-only AND (PUBLIC-DOMAIN OR MIT)', []],
  ['The Own License, Version 2.0', 'The Own License, Version 2.0', []],
  ['', '', []],
])('%s', (text, canonical, ids) => {
  expect(readExpression(text)).toEqual({ canonical, ids });
});

it('what it wrote it reads as the same', () => {
  for (const text of ['GPL-2.0 AND (PUBLIC-DOMAIN OR mit)', 'LGPLV2+ WITH EXCEPTIONS', 'a or b and c']) {
    const { canonical } = readExpression(text);
    expect(readExpression(canonical).canonical).toBe(canonical);
  }
});
