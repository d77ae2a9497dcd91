import { expect, test } from 'vitest';
import { AllowListError, isAllowed, parseAllowList } from './allow-list.ts';

type Case = [list: string, host: string, port: number, address: string, isOpen: boolean];

const cases: Case[] = [
  ['', 'jira.intern', 443, '10.0.0.5', false],
  ['jira.intern', 'jira.intern', 443, '10.0.0.5', true],
  ['jira.intern', 'JIRA.intern.', 8080, '127.0.0.1', true],
  ['Jira.Intern.', 'jira.intern', 443, '10.0.0.5', true],
  ['jira.intern', 'not-jira.intern', 443, '10.0.0.5', false],
  ['jira.intern', 'a.jira.intern', 443, '10.0.0.5', false],
  ['jira.intern:8443', 'jira.intern', 8443, '10.0.0.5', true],
  ['jira.intern:8443', 'jira.intern', 443, '10.0.0.5', false],
  ['*.intern', 'jira.intern', 443, '10.0.0.5', true],
  ['*.intern', 'a.b.intern', 443, '10.0.0.5', true],
  ['*.intern', 'intern', 443, '10.0.0.5', false],
  ['*.intern', 'evilintern', 443, '10.0.0.5', false],
  ['*.intern:80', 'jira.intern', 443, '10.0.0.5', false],
  ['10.1.0.0/16', 'any.name', 443, '10.1.255.255', true],
  ['10.1.0.0/16', 'any.name', 443, '10.2.0.0', false],
  ['10.1.0.0/16', 'any.name', 443, '::ffff:10.1.0.1', true],
  ['127.0.0.1', '127.0.0.1', 80, '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.2', 80, '127.0.0.2', false],
  ['127.0.0.1:8080', 'x', 8080, '127.0.0.1', true],
  ['127.0.0.1:8080', 'x', 80, '127.0.0.1', false],
  ['10.0.0.0/8:443', 'x', 443, '10.9.9.9', true],
  ['10.0.0.0/8:443', 'x', 80, '10.9.9.9', false],
  ['::1', 'x', 80, '::1', true],
  ['::1', 'x', 80, '0:0:0:0:0:0:0:1', true],
  ['localhost', 'localhost', 80, '0:0:0:0:0:0:0:1', true],
  ['[::1]:8080', 'x', 8080, '::1', true],
  ['[::1]:8080', 'x', 80, '::1', false],
  ['fd12::/16', 'x', 80, 'fd12::9', true],
  ['[fd12::/16]:80', 'x', 80, 'fd12::9', true],
  ['::ffff:10.0.0.1', 'x', 80, '10.0.0.1', true],
  [' a.intern , 10.0.0.0/8 ,', 'x', 80, '10.0.0.1', true],
  // A name allows only loopback and private addresses; a range allows all its addresses.
  ['jira.intern', 'jira.intern', 80, '169.254.169.254', false],
  ['*.intern', 'jira.intern', 80, 'fe80::1', false],
  ['jira.intern', 'jira.intern', 80, '0.0.0.0', false],
  ['169.254.169.254', 'metadata', 80, '169.254.169.254', true],
];

test.each(cases)('"%s": %s port %i at %s: %s', (list, host, port, address, isOpen) => {
  expect(isAllowed(parseAllowList(list), { host, port, address })).toBe(isOpen);
});

const wrong = [
  'http://jira.intern',
  '*',
  '*.',
  '*intern',
  'a.*.intern',
  'jira intern',
  'jira.intern:0',
  'jira.intern:65536',
  'jira.intern:http',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0',
  '300.1.1.1',
  'fd12::/129',
  'fe80::1%eth0',
  '[::1',
  '-jira',
  'user@host',
];

test.each(wrong)('the entry %s is refused with a sentence that quotes it', (entry) => {
  expect(() => parseAllowList(`ok.intern, ${entry}`)).toThrow(AllowListError);
  expect(() => parseAllowList(`ok.intern, ${entry}`)).toThrow(`"${entry}"`);
});
