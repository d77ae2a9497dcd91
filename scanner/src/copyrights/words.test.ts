import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findCopyrights } from './index.ts';
import type { WordList } from './words.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const lists = parse(read('./words.yaml')) as Record<string, WordList>;

const holdersOf = (sentence: string): string[] =>
  findCopyrights(Buffer.from(sentence)).copyrights.map(({ holder }) => holder);
const put = (text: string, word: string): string => text.replaceAll('{}', word);

it('words.yaml follows its schema', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(read('./words.schema.json')));
  expect([validate(lists), validate.errors]).toEqual([true, null]);
});

describe.each(Object.entries(lists))('%s', (_, { words, sentence, holder, others = [] }) => {
  const special = new Map(others.map((other) => [other.word, other]));

  it.each(words)('%s', (word) => {
    const expected = special.get(word) ?? { sentence, holder };
    expect(holdersOf(put(expected.sentence, word))).toEqual(expected.holder === '' ? [] : [put(expected.holder, word)]);
  });

  it('names no exception that is not in the list', () => {
    expect(others.map(({ word }) => word).filter((word) => !words.includes(word))).toEqual([]);
  });
});
