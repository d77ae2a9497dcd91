// Shared by the files of RubyGems: requirements as one text, exact versions, scopes of groups.

import { type DependencyScope, dependencyScopes } from '../../dependency-scopes.ts';
import { type RubyValue, rubyTexts } from '../shared/languages/ruby-values.ts';

const GROUPS: Readonly<Record<string, DependencyScope>> = {
  development: 'development',
  dev: 'development',
  doc: 'development',
  docs: 'development',
  documentation: 'development',
  lint: 'development',
  linting: 'development',
  rubocop: 'development',
  debug: 'development',
  console: 'development',
  ci: 'development',
  release: 'development',
  guard: 'development',
  benchmark: 'development',
  tools: 'development',
  test: 'test',
  tests: 'test',
  testing: 'test',
  spec: 'test',
  cucumber: 'test',
  integration: 'test',
  acceptance: 'test',
  system_tests: 'test',
  build: 'build',
  optional: 'optional',
};

/** The strongest scope of the groups; a group of an unknown name belongs to the product. */
export function scopeOfGroups(groups: readonly string[]): DependencyScope {
  const scopes = new Set(groups.map((group) => (Object.hasOwn(GROUPS, group) && GROUPS[group]) || 'runtime'));
  return dependencyScopes.find((scope) => scopes.has(scope)) ?? 'runtime';
}

/** `"~> 1.0", ">= 1.0.3"` as one text; `>= 0` means no requirement. */
export function gemRequirement(values: readonly (RubyValue | undefined)[]): string {
  const texts = values.flatMap((value) => rubyTexts(value)).filter((text) => text !== '' && text !== '>= 0');
  return texts.join(', ');
}

/** Only `1.2.3` and `= 1.2.3` allow one version. */
export function exactGemVersion(requirement: string): string {
  return /^=?\s*(\d[\w.]*)$/.exec(requirement)?.[1] ?? '';
}

/** Several licenses of a gem are a choice. */
export function gemLicense(names: readonly string[]): string {
  const distinct = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
  return distinct.length < 2
    ? (distinct[0] ?? '')
    : distinct.map((name) => (/ (and|or) /i.test(name) ? `(${name})` : name)).join(' OR ');
}
