import { expect, it } from 'vitest';
import { meaningOfDeclaration } from './unclear-declarations.ts';

it.each([
  ['UNLICENSED', 'which grants nobody any rights'],
  ['SEE LICENSE IN EULA.txt', 'so its terms are in the file that it names'],
  ...[
    'BSD',
    'BSD License',
    'License :: OSI Approved :: BSD License',
    'BSD-like',
    'GPL',
    'LGPL',
    'GNU GPL',
    'Apache',
    'Apache License',
    'MPL',
    'CC-BY',
    'Artistic',
  ].map((name) => [name, 'which is the name of several licenses']),
  ['Public Domain', 'which is no license; whether'],
  ['License :: Public Domain', 'which is no license; whether'],
  ...['Proprietary', 'Commercial', 'License :: Other/Proprietary License', 'All rights reserved'].map((name) => [
    name,
    'which is no open-source license',
  ]),
  ...['Other', 'MIT OR Foo', 'BSD OR Foo', 'unlicensed', ''].map((name) => [
    name,
    'from which no license could be read',
  ]),
])('%j: %s', (declared, words) => expect(meaningOfDeclaration(declared!)).toContain(words));
