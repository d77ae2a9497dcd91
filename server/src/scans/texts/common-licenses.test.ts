import { expect, it } from 'vitest';
import { commonLicenseName, commonLicensesIn, commonTextNamed, needsCommonText } from './common-licenses.ts';

it.each([
  ['l0/layer.tar!/usr/share/common-licenses/GPL-3', 'GPL-3'],
  ['usr/share/common-licenses/Apache-2.0', 'Apache-2.0'],
  ['usr/share/common-licenses/old/GPL-3', undefined],
  ['doc/common-licenses/GPL-3', undefined],
])('%s is the shared text %s', (path, name) => expect(commonLicenseName(path)).toBe(name));

it('reads the names that a copyright file refers to, without the end of the sentence', () => {
  const text =
    'can be found in `/usr/share/common-licenses/GPL-2\'.\nSee /usr/share/common-licenses/LGPL-2.1.\nAlso "/usr/share/common-licenses/GPL", and again /usr/share/common-licenses/GPL-2\n/usr/share/common-licenses/ has all.';
  expect(commonLicensesIn(text)).toEqual(['GPL-2', 'LGPL-2.1', 'GPL']);
});

it('a name without version is the newest text', () => {
  const names = ['GPL-1', 'GPL-2', 'GPL-3', 'GFDL-1.2', 'GFDL-1.10', 'LGPL-3', 'MPL-2.0'];
  const texts = new Map(names.map((name) => [name, { path: name, text: name, expressions: [] }]));
  const found = (name: string) => commonTextNamed(name, texts)?.path;
  expect(['GPL', 'GPL-2', 'GFDL', 'MPL', 'BSD', 'GPL-4'].map(found)).toEqual([
    'GPL-3',
    'GPL-2',
    'GFDL-1.10',
    'MPL-2.0',
    undefined,
    undefined,
  ]);
});

it('only the copyright file of an installed package needs the shared text', () => {
  expect(needsCommonText('l1/layer.tar!/usr/share/doc/bash/copyright')).toBe(true);
  expect(needsCommonText('debian/copyright')).toBe(false);
});
