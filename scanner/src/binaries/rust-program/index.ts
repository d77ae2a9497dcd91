// Reads the list of crates that cargo-auditable puts into a program: compressed JSON in the section .dep-v0.
// Format: https://github.com/rust-secure-code/cargo-auditable/blob/master/PARSING.md
import { inflateSync } from 'node:zlib';
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { packageOf } from '../../manifests/shared/identity.ts';
import { asFields, asList, asText, own, type Problems, readSafely } from '../../manifests/shared/problems.ts';
import type { BinaryMember } from '../member.ts';
import { isProgram, readProgram, sectionBytes } from '../sections.ts';

const MAX_JSON_BYTES = 32 * 1024 * 1024;

export const rustProgram: BinaryMember = {
  name: 'rust-program',
  reads: 'all',
  sniff: isProgram,
  read: (bytes) =>
    readSafely('The list of crates', (problems): PackageFinding[] => {
      const program = readProgram(bytes);
      const section = program?.sections.find(({ name }) => name === '.dep-v0' || name === 'rust-deps-v0');
      if (program === undefined || section === undefined) return [];
      const json = inflateSync(sectionBytes(program, section), { maxOutputLength: MAX_JSON_BYTES });
      const list: unknown = JSON.parse(json.toString('utf8'));
      return findingsOf(asList(own(asFields(list, '.dep-v0', problems), 'packages'), 'packages', problems), problems);
    }),
};

interface Crate {
  found: PackageFinding | undefined;
  wanted: number[];
  scope: DependencyScope;
}

function findingsOf(entries: readonly unknown[], problems: Problems): PackageFinding[] {
  const crates = entries.map((entry, i) => crateOf(entry, `packages[${i}]`, problems));
  const root = crates.find(({ found }) => found?.isDirect);
  for (const { found, wanted } of crates) {
    if (found === undefined) continue;
    for (const index of wanted) {
      const target = crates[index];
      if (target?.found === undefined || target.found === found) continue;
      const edge: PackageDependency = { purl: target.found.purl, requirement: '', scope: target.scope, isDirect: true };
      found.dependencies.push(edge);
    }
  }
  const direct = new Set(root?.wanted);
  crates.forEach(({ found }, i) => {
    if (found !== undefined && found !== root?.found) found.isDirect = direct.has(i);
  });
  return crates.flatMap(({ found }) => found ?? []);
}

function crateOf(entry: unknown, field: string, problems: Problems): Crate {
  const fields = asFields(entry, field, problems);
  const text = (name: string): string => asText(own(fields, name), `${field}.${name}`, problems);
  const wanted = asList(own(fields, 'dependencies'), `${field}.dependencies`, problems);
  const scope = text('kind') === 'build' ? 'build' : 'runtime';
  const found = packageOf(
    'cargo',
    text('name'),
    {
      role: 'locks',
      isPresent: true,
      version: text('version'),
      scope,
      ...(own(fields, 'root') === true ? { isDirect: true } : {}),
    },
    problems,
  );
  return { found, scope, wanted: wanted.filter((index) => typeof index === 'number') };
}
