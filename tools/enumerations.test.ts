// Each list of values stands once, in the domain. Everything else in the server takes the list or its type from there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEXT = "'[^'\\n]*'";
const LIST = String.raw`\[\s*${TEXT}(?:,\s*${TEXT})+,?\s*\]`;
const DEFINITION = new RegExp(String.raw`const (\w+) = (${LIST}) as const`, 'g');
const UNION = String.raw`${TEXT}(?:\s*\|\s*${TEXT})+`;
const OPTION = String.raw`\{ value: ${TEXT}, label: ${TEXT} \}`;
const OPTIONS = String.raw`\[\s*${OPTION}(?:,\s*${OPTION})+,?\s*\]`;

/** Lists with the same values that mean different things: a new risk would not be a new confidence. */
const ALIKE = [['confidences', 'risks', 'taskPriorities']];

const domain = sourcesBelow('server/src/domain').flatMap(({ text }) =>
  [...text.matchAll(DEFINITION)].map(([, name, list]) => ({ name: name!, values: valuesIn(list!) })),
);

test('the domain defines no list twice', () => {
  expect(domain.length).toBeGreaterThan(30);
  const byValues = Map.groupBy(domain, ({ values }) => values);
  const alike = [...byValues.values()].filter((lists) => lists.length > 1);
  expect(alike.map((lists) => lists.map(({ name }) => name).sort())).toEqual(ALIKE);
});

test('nothing repeats a list of the domain', () => {
  const sources = sourcesBelow('server/src');
  expect(
    sources.flatMap(({ path, text }) => repetitionsIn(text).map((repetition) => `${path}: ${repetition}`)),
  ).toEqual([]);
});

test('a union of three or more values has one name', () => {
  const written = sourcesBelow('server/src').flatMap(({ path, text }) =>
    // Members in a `Pick` or `Omit` are not values.
    [...text.replaceAll(/\b(?:Pick|Omit)<[^>]*>/g, '').matchAll(new RegExp(UNION, 'g'))].map(([literal]) => ({
      path,
      values: valuesIn(literal),
    })),
  );
  const twice = [...Map.groupBy(written, ({ values }) => values)].filter(
    ([values, places]) => values.split('\n').length > 2 && places.length > 1,
  );
  expect(twice.map(([values, places]) => [values, ...places.map(({ path }) => path)])).toEqual([]);
});

test('nothing repeats a list of the findings, in any order', () => {
  const owners = ['findings.ts', 'dependency-scopes.ts'].map((name) => join('scanner/src', name));
  const lists = sourcesBelow('scanner/src')
    .filter(({ path }) => owners.includes(path))
    .flatMap(({ text }) => [...text.matchAll(DEFINITION)].map(([, , list]) => valuesIn(list!)));
  expect(lists.length).toBeGreaterThan(2);
  const others = ['scanner/src', 'server/src', 'web/src'].flatMap((room) => sourcesBelow(room));
  const repeated = others
    .filter(({ path }) => !owners.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(new RegExp(`${LIST}|${UNION}|${OPTIONS}`, 'g'))].flatMap(([literal]) =>
        lists.includes(valuesIn(literal)) ? [`${path}: ${literal}`] : [],
      ),
    );
  expect(repeated).toEqual([]);
});

test('repetitions are found in lists, unions and options', () => {
  const [, ...rest] = [
    '',
    "const RISKS = ['HIGH', 'MEDIUM', 'LOW'];",
    "const RISKS = [\n  'LOW',\n  'MEDIUM',\n  'HIGH',\n] as const;",
    "risk: Generated<'HIGH' | 'MEDIUM' | 'LOW'>;",
    "[\n  { value: 'LOW', label: 'Low' },\n  { value: 'MEDIUM', label: 'Medium' },\n  { value: 'HIGH', label: 'High' },\n]",
  ];
  for (const text of rest) expect(repetitionsIn(text), text).toHaveLength(1);
  expect(repetitionsIn("const SOME = ['HIGH', 'LOW'];")).toEqual([]);
});

test('a name in the API description stands for one list, and a list has one name', () => {
  const named = sourcesBelow('server/src').flatMap(({ text }) =>
    [...text.matchAll(/\bEnumeration\(\s*'(\w+)',\s*([\w.]+|\[[^\]]*\])\s*\)/g)].map(([, name, list]) => ({
      name,
      list,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  for (const member of ['name', 'list'] as const) {
    const groups = [...Map.groupBy(named, (one) => one[member]).values()];
    expect(groups.filter((group) => group.length > 1)).toEqual([]);
  }
});

/** The lists, unions and options in a text that equal a list of the domain. */
function repetitionsIn(text: string): string[] {
  const written = text.replaceAll(DEFINITION, (whole, name, list) =>
    domain.some((one) => one.name === name && one.values === valuesIn(list)) ? '' : whole,
  );
  const found = [...written.matchAll(new RegExp(`${LIST}|${UNION}|${OPTIONS}`, 'g'))].map(([literal]) => literal);
  return found.filter((literal) => domain.some(({ values }) => values === valuesIn(literal)));
}

/** The values in alphabetical order, as one text; of options without their labels. */
function valuesIn(literal: string): string {
  const texts = [...literal.replaceAll(/label: '[^'\n]*'/g, '').matchAll(/'([^'\n]*)'/g)].map(([, text]) => text);
  return [...new Set(texts)].sort().join('\n');
}

function sourcesBelow(room: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$|^api.described\.ts$/.test(path))
    .map((path) => ({ path: join(room, path), text: readFileSync(join(ROOT, room, path), 'utf8') }));
}
