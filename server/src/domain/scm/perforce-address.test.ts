import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { type PerforceFields, perforceAddress, perforceAsked } from './perforce-address.ts';

describe('addresses of Perforce', () => {
  it.each([
    ['ssl:P4.example:1666/depot', { isEncrypted: true, host: 'p4.example', port: 1666, path: 'depot' }],
    ['tcp:10.0.0.1:1666/depot/project/', { isEncrypted: false, host: '10.0.0.1', port: 1666, path: 'depot/project' }],
    ['tcp6:[::1]:1666', { isEncrypted: false, host: '[::1]', port: 1666, path: '' }],
    ['ssl://h:1/d/a%40b/...', { isEncrypted: true, host: 'h', port: 1, path: 'd/a%40b' }],
  ])('%s', (url, address) => expect(perforceAddress(url)).toEqual(address));

  it.each(['rsh:sh -c whoami', 'rsh:h:1/x', 'jsh:h:1/x', 'p4.example', 'ssl:h:1666/a b', 'ssl:-h:1666/a', 'tcp:h:0/a', 'tcp:h:70000/a', 'tcp:h:1/a@1', 'tcp:h:1/../a', 'tcp:h:1/a...b', 'tcp:h:1/-x', 'http://h/a'])(
    'refuses %s',
    (url) => expect(isRefusal(perforceAddress(url))).toBe(true),
  ); // biome-ignore format: one list

  it('refuses it where the server does not allow Perforce', () =>
    expect(isRefusal(perforceAddress('tcp:h:1/d', { protocols: ['https'], fileFolders: [] }))).toBe(true));
});

describe('what an instance asks for', () => {
  const asked = (inAddress: string, fields: Partial<PerforceFields>) =>
    perforceAsked(inAddress, { branchSpec: '', changeListNum: '', label: '', ...fields });
  it.each<[string, Partial<PerforceFields>, unknown]>([
    ['depot', {}, { path: '//depot' }],
    ['depot', { branchSpec: '//depot/main/...' }, { path: '//depot/main' }],
    ['', { branchSpec: 'Depot/Path', changeListNum: ' 7 ' }, { path: '//Depot/Path', changeList: 7 }],
    ['depot', { label: 'rel-1.0' }, { path: '//depot', label: 'rel-1.0' }],
  ])('in %s %j', (inAddress, fields, found) => expect(asked(inAddress, fields)).toEqual(found));

  it.each<[string, Partial<PerforceFields>]>([
    ['', {}],
    ['depot', { changeListNum: '7', label: 'l' }],
    ['depot', { changeListNum: '-7' }],
    ['depot', { changeListNum: '7,9' }],
    ['depot', { label: '-x' }],
    ['depot', { label: '12' }],
    ['depot', { label: '2020/01/01' }],
    ['depot', { label: 'a@b' }],
    ['depot', { label: '=5' }],
    ['depot', { branchSpec: 'depot/*' }],
    ['depot', { branchSpec: '../x' }],
    ['depot', { branchSpec: '-o/x' }],
    ['depot', { branchSpec: 'depot/a#1' }],
  ])('in %s refuses %j', (inAddress, fields) => expect(isRefusal(asked(inAddress, fields))).toBe(true));
});
