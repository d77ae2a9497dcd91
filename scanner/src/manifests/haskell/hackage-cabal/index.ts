// Reads *.cabal of Haskell. Conditions are not evaluated: the requests of all branches count.
// Format: https://cabal.readthedocs.io/en/stable/cabal-package-description-file.html

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { itemAt } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { hackageRequest } from '../hackage-names.ts';

interface Field {
  /** The heading above the field: `library`, `test-suite spec`; '' at the top of the file. */
  section: string;
  name: string;
  value: string;
  line: number;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The cabal file', (problems) => {
      const fields = fieldsOf(textOf(bytes));
      const of = (name: string) => fields.find((field) => field.section === '' && field.name === name);
      const fullName = of('name')?.value ?? '';
      if (fullName === '') problems.add('"name" of the cabal file is missing; its requests are listed without it.');
      const repository = fields.find(({ section, name }) => /^source-repository/.test(section) && name === 'location');
      const self = {
        fullName,
        role: 'declares' as const,
        line: of('name')?.line,
        version: of('version')?.value ?? '',
        declaredLicense: of('license')?.value ?? '',
        description: of('synopsis')?.value ?? of('description')?.value ?? '',
        homepageUrl: of('homepage')?.value ?? '',
        supplier: of('author')?.value || (of('maintainer')?.value ?? ''),
        repositoryUrl: repository?.value.replace(/^git:\/\//, 'https://') ?? '',
      };
      return manifestFindings(
        'hackage',
        fullName === '' ? undefined : self,
        requirementsOf(fields, fullName),
        problems,
      );
    }),
};

/** Lines that are indented more than the name of a field continue its value. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let section = '';
  let open: { field: Field; indent: number; pieces: string[] } | undefined;
  const close = () => {
    if (open !== undefined) open.field.value = open.pieces.join(' ').trim();
    open = undefined;
  };
  for (const [i, raw] of text.split('\n').entries()) {
    const content = raw.trim();
    if (content === '' || content.startsWith('--')) continue;
    const indent = raw.length - raw.trimStart().length;
    if (open !== undefined && indent > open.indent) {
      open.pieces.push(content);
      continue;
    }
    close();
    const found = /^([A-Za-z][\w-]*)\s*:(.*)$/.exec(content);
    if (found === null) {
      if (indent === 0) section = content.toLowerCase();
      continue;
    }
    // An unindented field after a heading belongs to no section, for example the name of a package at the end of the file.
    if (indent === 0) section = '';
    const field = { section, name: itemAt(found, 1).toLowerCase(), value: '', line: i + 1 };
    fields.push(field);
    open = { field, indent, pieces: [(found[2] ?? '').trim()] };
  }
  close();
  return fields;
}

function requirementsOf(fields: readonly Field[], self: string): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const { section, name, value, line } of fields) {
    const scope = scopeOf(section, name);
    if (scope === undefined) continue;
    for (const item of splitAtCommas(value)) {
      const found = hackageRequest(item, scope, line);
      if (found === undefined || found.fullName === self) continue;
      const before = byName.get(found.fullName);
      if (before === undefined || (before.scope !== 'runtime' && scope === 'runtime'))
        byName.set(found.fullName, found);
    }
  }
  return [...byName.values()];
}

function scopeOf(section: string, field: string): DependencyScope | undefined {
  if (field === 'setup-depends' || field === 'build-tool-depends') return 'build';
  if (field !== 'build-depends') return undefined;
  if (section.startsWith('test-suite')) return 'test';
  return section.startsWith('benchmark') ? 'development' : 'runtime';
}

/** Splits at commas, but not at commas inside `lib:{a, b}`. */
function splitAtCommas(text: string): string[] {
  return text.replace(/\{[^{}]*\}/g, (inner) => inner.replaceAll(',', ' ')).split(',');
}
