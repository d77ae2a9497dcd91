import { expect, it } from 'vitest';
import { componentLines, componentRules, licenseLines, licenseRules } from './rule-lines.ts';

it('licenses, one per line, with any blanks around them', () => {
  const rules = licenseRules(' MIT \n\nApache-2.0\r\n', 'GPL-2.0-only WITH Classpath-exception-2.0');
  expect(rules).toEqual([
    { license: 'MIT', decision: 'APPROVED' },
    { license: 'Apache-2.0', decision: 'APPROVED' },
    { license: 'GPL-2.0-only WITH Classpath-exception-2.0', decision: 'REJECTED' },
  ]);
  expect(licenseLines(rules, 'APPROVED')).toBe('MIT\nApache-2.0');
});

it.each([
  ['pkg:npm/left-pad', 'pkg:npm/left-pad', '*'],
  ['pkg:npm/%40angular/core >=1.2 <2.0', 'pkg:npm/%40angular/core', '>=1.2 <2.0'],
  ['Apache Commons IO 1.4.1', 'Apache Commons IO', '1.4.1'],
  ['openssl <1.0 || >=3.0', 'openssl', '<1.0 || >=3.0'],
  ['openssl *', 'openssl', '*'],
])('the component of %j', (line, component, versions) => {
  const rules = componentRules('', line);
  expect(rules).toEqual([{ component, versions, decision: 'REJECTED' }]);
  expect(componentRules('', componentLines(rules, 'REJECTED'))).toEqual(rules);
});
