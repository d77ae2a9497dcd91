// Reads *.gemspec without running it: literal assignments and calls on the specification, in source and installed gems.
// Format: https://guides.rubygems.org/specification-reference/

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { partyIn } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readRuby } from '../../shared/languages/ruby-source.ts';
import {
  isRubyHash,
  type RubyStatement,
  type RubyValue,
  rubyText,
  rubyTexts,
} from '../../shared/languages/ruby-values.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactGemVersion, gemLicense, gemRequirement } from '../gem-names.ts';

const SCOPES: Readonly<Record<string, DependencyScope>> = {
  add_dependency: 'runtime',
  add_runtime_dependency: 'runtime',
  add_development_dependency: 'development',
};

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The gemspec', (problems) => {
      const text = textOf(bytes);
      const statements = readRuby(text);
      if (!text.includes('Gem::Specification')) {
        problems.add('A gemspec should call "Gem::Specification.new"; nothing was read from it.');
        return [];
      }
      const values = assigned(statements);
      const fullName = rubyText(values.get('name'));
      if (fullName === '') problems.add('"name" of the gemspec should be a text; its requests are listed without it.');
      if (!values.has('version'))
        problems.add(
          '"version" of the gemspec should be a text but is computed or missing; the gem is listed without it.',
        );
      const self = { fullName, role: 'declares' as const, line: lineOfName(statements), ...describe(values) };
      return manifestFindings(
        'gem',
        fullName === '' ? undefined : self,
        requirementsOf(statements, problems),
        problems,
      );
    }),
};

/**
 * The assignments by attribute; the specification may have any name in the file. If an attribute is assigned twice, the
 * first assignment counts, unless it is computed.
 */
function assigned(statements: readonly RubyStatement[]): Map<string, RubyValue> {
  const values = new Map<string, RubyValue>();
  for (const { kind, target, args } of statements) {
    const attribute = /^[a-z_]\w*\.(.+)$/.exec(target)?.[1];
    const [value] = args;
    if (attribute === undefined || value === undefined || kind === 'call') continue;
    const before = values.get(attribute);
    if (kind === 'append' && Array.isArray(before) && Array.isArray(value))
      values.set(attribute, [...before, ...value]);
    else if (kind === 'assign' && before === undefined) values.set(attribute, value);
  }
  return values;
}

function lineOfName(statements: readonly RubyStatement[]): number | undefined {
  return statements.find(({ kind, target }) => kind === 'assign' && /^[a-z_]\w*\.name$/.test(target))?.line;
}

function describe(values: ReadonlyMap<string, RubyValue>) {
  const metadata = values.get('metadata');
  const about = (key: string) =>
    rubyText((isRubyHash(metadata) ? metadata.get(key) : undefined) ?? values.get(`metadata[${key}]`));
  const platform = rubyText(values.get('platform'));
  return {
    version: rubyText(values.get('version')),
    qualifiers: { platform: platform === 'ruby' ? '' : platform },
    declaredLicense: gemLicense([...rubyTexts(values.get('licenses')), ...rubyTexts(values.get('license'))]),
    description: (rubyText(values.get('description')) || rubyText(values.get('summary'))).replace(/\s+/g, ' '),
    homepageUrl: rubyText(values.get('homepage')) || about('homepage_uri'),
    repositoryUrl: about('source_code_uri'),
    supplier: partyIn([...rubyTexts(values.get('authors')), ...rubyTexts(values.get('author'))]),
  };
}

/**
 * Generated files list every request a second time, as a runtime request for old versions of RubyGems. So the first one
 * counts.
 */
function requirementsOf(statements: readonly RubyStatement[], problems: Problems): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const { kind, target, args, line } of statements) {
    const method = target.slice(target.lastIndexOf('.') + 1);
    const scope = Object.hasOwn(SCOPES, method) ? SCOPES[method] : undefined;
    if (kind !== 'call' || scope === undefined) continue;
    const [fullName, ...wanted] = args;
    if (typeof fullName !== 'string') {
      problems.add(`Line ${line}: "${method}" should have a name in quotes; a computed name was left out.`);
      continue;
    }
    if (byName.has(fullName)) continue;
    const requirement = gemRequirement(wanted);
    byName.set(fullName, {
      fullName,
      requirement,
      version: exactGemVersion(requirement),
      scope,
      line,
    });
  }
  return [...byName.values()];
}
