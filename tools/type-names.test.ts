// An exported type has one meaning: no workspace exports two types of one name, apart from members of one family. The page names its types as the
// server does, and the server as the scanner, so only names within a workspace are compared.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Folders whose members (their folders) answer alike, each for its own format or system. */
const FAMILIES = ['server/src/scm', 'scanner/src/manifests', 'server/src/reports', 'server/src/documents'];

/** Names that stand twice for one thing, with the reason why it has two forms. */
const ONE_MEANING: Readonly<Record<string, string>> = {
  NewPushHook: 'what a request asks for, and the row that is made of it',
  NewRelease: 'what a request asks for, and the row that is made of it',
  NewTask: 'what a request asks for, and the row that is made of it',
  NewToken: 'what a request asks for, and the row that is made of it',
  NewUser: 'what a request asks for, and the row that is made of it',
  Profile: 'what a request changes of a user, and the columns that change',
  ReportOption: 'what a request changes of the options of a report, and the option',
  SiteSettings: 'the row, and the body that the interface gives of it',
  UsingProject: 'a project with items that use a thing: as listed, and as the rule about removals needs it',
};

const TYPE_STATEMENTS = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration']);

interface Declared {
  name: string;
  path: string;
}

const TYPES_OF = new Map(['scanner/src', 'server/src', 'web/src'].map((place) => [place, typesBelow(place)] as const));

test.each([...TYPES_OF])('no two types of %s have one name', (_, all) => {
  expect(all.length).toBeGreaterThan(300);
  const twice = [...Map.groupBy(all, ({ name }) => name)].filter(
    ([name, declared]) => declared.length > 1 && !Object.hasOwn(ONE_MEANING, name) && !isOfOneFamily(declared),
  );
  expect(twice.map(([name, declared]) => `${name}: ${declared.map(({ path }) => path).join(', ')}`)).toEqual([]);
});

test('every name that is allowed twice stands twice', () => {
  const isTwice = (name: string) =>
    [...TYPES_OF.values()].some((types) => types.filter((type) => type.name === name).length > 1);
  expect(Object.keys(ONE_MEANING).filter((name) => !isTwice(name))).toEqual([]);
});

test('a type is found in each of its forms', () => {
  const code = 'export interface A {}\nexport type B = 1;\nexport class C {}\nexport const D = 1;\ninterface E {}\n';
  expect(namesIn(code, 'ts').toSorted()).toEqual(['A', 'B', 'C']);
});

function typesBelow(place: string): Declared[] {
  return sourcesBelow(place).flatMap(typesIn);
}

function sourcesBelow(place: string): string[] {
  return (readdirSync(join(ROOT, place), { recursive: true }) as string[])
    .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path))
    .map((path) => `${place}/${path.replaceAll('\\', '/')}`);
}

function typesIn(path: string): Declared[] {
  return namesIn(readFileSync(join(ROOT, path), 'utf8'), path.endsWith('x') ? 'tsx' : 'ts').map((name) => ({
    name,
    path,
  }));
}

function namesIn(code: string, lang: 'ts' | 'tsx'): string[] {
  return parseAst(code, { lang }).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (!declaration || !TYPE_STATEMENTS.has(declaration.type) || !('id' in declaration)) return [];
    return declaration.id && 'name' in declaration.id ? [declaration.id.name] : [];
  });
}

function isOfOneFamily(declared: readonly Declared[]): boolean {
  return FAMILIES.some((family) => {
    const members = declared.map(({ path }) =>
      path.startsWith(`${family}/`) ? path.slice(family.length + 1).split('/') : [],
    );
    return (
      members.every((parts) => parts.length > 1) && new Set(members.map(([member]) => member)).size === declared.length
    );
  });
}
