import { expect, it } from 'vitest';
import { type ForeignSystem, foreignTypes, purlTypeOf } from './foreign-types.ts';
import { formatPurl } from './purl.ts';

const NAMES = (Object.keys(foreignTypes) as ForeignSystem[]).flatMap((system) =>
  Object.keys(foreignTypes[system]).map((name) => [system, name] as const),
);

it.each(NAMES)('%s: packages of %s have a package URL', (system, name) => {
  const type = purlTypeOf(system, name) ?? '';
  // Some types need a namespace, others prohibit one.
  const answers = [
    { type, name: 'b' },
    { type, namespace: 'a', name: 'b' },
  ].map(formatPurl);
  expect(answers.some((answer) => 'value' in answer && answer.value.startsWith(`pkg:${type}/`))).toBe(true);
});

it.each(['', 'npm', 'constructor', '__proto__'])('ORT knows no %j', (name) =>
  expect(purlTypeOf('ort', name)).toBeUndefined(),
);
