import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { changesetNumber, labelParts, refuseTfsFields, tfsAddress } from './tfs-address.ts';

describe('addresses of TFVC', () => {
  it.each([
    ['https://host:8080/tfs/Coll/Proj', 'https://host:8080/tfs/Coll', '$/Proj'],
    ['http:Host:8080/tfs/Coll/Proj/Main/src/', 'http://host:8080/tfs/Coll', '$/Proj/Main/src'],
    ['https://host/Coll/My%20Project', 'https://host/Coll', '$/My Project'],
    ['https://host/Coll/My Project', 'https://host/Coll', '$/My Project'],
    ['https://host/tfs/Proj', 'https://host/tfs', '$/Proj'],
    ['https://dev.azure.com/org/Proj', 'https://dev.azure.com/org', '$/Proj'],
    ['https://dev.azure.com/org/$/Proj/Main', 'https://dev.azure.com/org', '$/Proj/Main'],
    ['https://dev.azure.com/org/Proj/$/Proj/Main', 'https://dev.azure.com/org', '$/Proj/Main'],
    ['https://dev.azure.com/org/%24/Proj', 'https://dev.azure.com/org', '$/Proj'],
    ['https://host/x/y/Coll/$/Proj/a', 'https://host/x/y/Coll', '$/Proj/a'],
    ['https://org.visualstudio.com/Proj', 'https://org.visualstudio.com', '$/Proj'],
    ['https://org.visualstudio.com/$/Proj/a', 'https://org.visualstudio.com', '$/Proj/a'],
    ['https://org.visualstudio.com/DefaultCollection/Proj', 'https://org.visualstudio.com/DefaultCollection', '$/Proj'],
    ['https://me@host/Coll/Proj', 'https://host/Coll', '$/Proj'],
    ['https://[::1]:8080/Coll/Proj', 'https://[::1]:8080/Coll', '$/Proj'],
  ])('%s', (url, collection, path) => {
    const project = path.split('/')[1];
    expect(tfsAddress(url)).toEqual({ collection, project, path });
  });

  it.each([
    'https://host/Coll',
    'https://host/$/Proj',
    'https://host/Coll/$',
    'ftp:host:21/a/b',
    'file:///etc/passwd',
    '-x',
    'https://-oX/Coll/Proj',
    'https://me:secret@host/Coll/Proj',
    'https://host/Coll/../Proj',
    'https://host/Coll/%2e%2e/Proj',
    'https://host/Coll/a%2fb',
    'https://host/Coll/Proj?x=1',
    'https://host/Coll/Proj#x',
    'https://host/Coll/Proj\nX',
    'https://host/Coll/_git/Proj',
    'https://host/Coll/a*',
    String.raw`https://host/Coll/a\b`,
  ])('refuses %j', (url) => {
    const refused = tfsAddress(url);
    expect(isRefusal(refused)).toBe(true);
    expect(JSON.stringify(refused)).not.toContain('secret');
  });

  it('refuses a protocol that the server does not allow', () =>
    expect(isRefusal(tfsAddress('http://host/Coll/Proj', { protocols: ['https'], fileFolders: [] }))).toBe(true));
});

it.each([
  ['12', 12],
  ['C12', 12],
  ['0', undefined],
  ['-1', undefined],
  ['1;X', undefined],
  ['12345678901', undefined],
])('the changeset %s is %s', (text, number) => expect(changesetNumber(text)).toBe(number));

it.each([
  ['Release 1.0', { name: 'Release 1.0', scope: '' }],
  ['R1@$/Proj/Main/', { name: 'R1', scope: '$/Proj/Main' }],
  ['R*', undefined],
  ['-R', undefined],
  ['a@b', undefined],
])('the label %s', (text, parts) => expect(labelParts(text)).toEqual(parts));

it('allows one of changeset and label', () => {
  expect(refuseTfsFields({})).toBeUndefined();
  expect(refuseTfsFields({ changeSet: '3', label: ' ' })).toBeUndefined();
  for (const wrong of [{ changeSet: '3', label: 'x' }, { changeSet: 'c' }, { label: '--x' }])
    expect(isRefusal(refuseTfsFields(wrong))).toBe(true);
});
