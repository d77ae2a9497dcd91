import { describe, expect, it } from 'vitest';
import { cpeNamesOf, cpeText, productNamesOf, purlsOfCpeName, readCpeName } from './cpe-names.ts';

const product = (vendor: string, name: string, target = '') => ({ vendor, product: name, target });

describe('the CPE names of a component', () => {
  it.each([
    ['a recognised library has its own', 'pkg:generic/libpng', '', [], ['libpng:libpng']],
    ['the maker has the name of the product', 'pkg:npm/lodash', '', [product('lodash', 'lodash')], ['lodash:lodash']],
    [
      'the namespace names the maker',
      'pkg:maven/org.apache.tomcat/tomcat',
      '',
      [product('apache', 'tomcat')],
      ['apache:tomcat'],
    ],
    [
      'the address names the maker',
      'pkg:npm/edge',
      'https://github.com/tjanczuk/edge',
      [product('tjanczuk', 'edge')],
      ['tjanczuk:edge'],
    ],
    [
      'the software confirms it',
      'pkg:npm/minimist',
      '',
      [product('substack', 'minimist', 'node.js')],
      ['substack:minimist'],
    ],
    ['nothing confirms the maker', 'pkg:npm/edge', '', [product('microsoft', 'edge')], []],
    ['it extends other software', 'pkg:npm/forms', '', [product('forms', 'forms', 'wordpress')], []],
    ['another product', 'pkg:npm/lodash', '', [product('lodash', 'lodash.js')], []],
    ['a hyphen is an underscore', 'pkg:pypi/a-b', '', [product('a_b_project', 'a_b')], ['a_b_project:a_b']],
    ['one name of several records', 'pkg:npm/a', '', [product('a', 'a'), product('a', 'a', 'node.js')], ['a:a']],
    ['no package URL', '', 'https://a.example/ours', [product('a', 'widgets')], ['a:widgets']],
  ])('%s', (_, purl, url, products, expected) => {
    const name = purl === '' ? 'Widgets' : purl.slice(purl.lastIndexOf('/') + 1);
    const found = cpeNamesOf({ purl, name, url }, products);
    expect(found.map((one) => `${one.vendor}:${one.product}`)).toEqual(expected);
  });

  it('names of products follow the package URL', () =>
    expect(productNamesOf({ purl: 'pkg:maven/org.a/Log4J-Core', name: 'x' })).toEqual(['log4j-core', 'log4j_core']));
});

it.each([
  ['zlib', 'zlib', 'cpe:2.3:a:zlib:zlib:*:*:*:*:*:*:*:*'],
  ['a_b', 'c-d++', 'cpe:2.3:a:a_b:c\\-d\\+\\+:*:*:*:*:*:*:*:*'],
])('%s and %s are written as %s, and read again', (vendor, name, text) => {
  expect(cpeText({ vendor, product: name })).toBe(text);
  expect(readCpeName(text)).toEqual({ vendor, product: name });
});

it.each([
  ['cpe:2.3:a:F5:nginx', { vendor: 'f5', product: 'nginx' }],
  ['cpe:2.3:a:*:nginx:1.0:*:*:*:*:*:*:*', { product: 'nginx' }],
  ['cpe:/a:f5', { vendor: 'f5' }],
  ['nginx', undefined],
  ['cpe:', undefined],
])('%s is read as %j', (text, expected) => expect(readCpeName(text)).toEqual(expected));

it('recognised libraries are found by parts of vendor and product', () => {
  expect(purlsOfCpeName({ vendor: 'LIBPNG', product: 'png' })).toContain('pkg:generic/libpng');
  expect(purlsOfCpeName({ product: 'constructor' })).toEqual([]);
  expect(purlsOfCpeName({})).toEqual([]);
});
