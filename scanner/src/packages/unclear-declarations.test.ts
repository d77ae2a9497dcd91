import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemaErrors } from '../schema-errors.ts';
import { meaningOfDeclaration } from './unclear-declarations.ts';

it('unclear-declarations.yaml fits its schema, which refuses an unknown key', () => {
  const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const isWhole = new Ajv2020({ allErrors: true }).compile(JSON.parse(text('./unclear-declarations.schema.json')));
  isWhole(parse(text('./unclear-declarations.yaml')));
  expect(schemaErrors(isWhole.errors)).toBe('');
  isWhole([{ means: 'which is x', words: ['a'] }]);
  expect(schemaErrors(isWhole.errors)).toContain('"words"');
});

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
