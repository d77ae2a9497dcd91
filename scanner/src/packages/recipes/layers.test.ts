import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { publicLayers } from './layers.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const names = parse(read('./public-layers.yaml')) as string[];

it('public-layers.yaml follows its schema', () => {
  const isWhole = new Ajv2020({ allErrors: true }).compile(JSON.parse(read('./public-layers.schema.json')));
  expect(isWhole(names), JSON.stringify(isWhole.errors)).toBe(true);
});

it.each(names)('the layer %s is known by its configuration, beside others', (name) => {
  const statement = (value: string) => [{ name: 'BBFILE_COLLECTIONS', operator: '+=', value, line: 1 }];
  const layers = publicLayers(
    new Map([
      ['meta-public/conf/layer.conf', statement(name)],
      ['meta-acme/conf/layer.conf', statement('acme')],
    ]),
  );
  expect([...layers]).toEqual(['meta-public']);
});
