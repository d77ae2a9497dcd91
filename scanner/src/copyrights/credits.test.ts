import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CreditList } from './credits.ts';
import { findCopyrights, withNamesAlone } from './index.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const lists = parse(read('./credits.yaml')) as Record<string, CreditList>;

const authorsOf = (sentence: string): string[] =>
  findCopyrights(Buffer.from(sentence)).authors.map(({ value }) => value);
/** In a file that is called AUTHORS. */
const namedAlone = (line: string): string[] => withNamesAlone(Buffer.from(line), []).map(({ value }) => value);
const put = (text: string, word: string): string => text.replace('{}', () => word);

it('credits.yaml follows its schema', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(read('./credits.schema.json')));
  expect([validate(lists), validate.errors]).toEqual([true, null]);
});

describe.each(Object.entries(lists))('%s', (list, { words, sentence, author, others = [] }) => {
  const special = new Map(others.map((other) => [other.word, other]));

  it.each(words)('%s', (word) => {
    const expected = special.get(word) ?? { sentence, author };
    const found =
      list === 'headings'
        ? namedAlone(put(expected.sentence, `${word[0]!.toUpperCase()}${word.slice(1)}`))
        : authorsOf(put(expected.sentence, word));
    expect(found).toEqual(expected.author === '' ? [] : [expected.author]);
  });

  it('names no exception that is not in the list', () => {
    expect(others.map(({ word }) => word).filter((word) => !words.includes(word))).toEqual([]);
  });
});

it('a line of an AUTHORS file without a word of a heading is a name', () =>
  expect(namedAlone('Oak Elm')).toEqual(['Oak Elm']));
