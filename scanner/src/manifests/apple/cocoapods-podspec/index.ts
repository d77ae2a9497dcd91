// Reads *.podspec without running it, and *.podspec.json.
// Format: https://guides.cocoapods.org/syntax/podspec.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import { partyIn, textOfParty } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readRuby } from '../../shared/languages/ruby-source.ts';
import {
  isRubyHash,
  type RubyStatement,
  type RubyValue,
  rubyText,
  rubyTexts,
} from '../../shared/languages/ruby-values.ts';
import {
  asEntries,
  asFields,
  asList,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';
import { exactPodVersion, podName } from '../pod-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The podspec', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      return text.trimStart().startsWith('{') ? fromJson(text, problems) : fromRuby(text, problems);
    }),
};

function fromRuby(text: string, problems: Problems): PackageFinding[] {
  if (!/Pod::Spec(ification)?\b/.test(text)) {
    problems.add('A podspec should call "Pod::Spec.new"; nothing was read from it.');
    return [];
  }
  const statements = readRuby(text);
  const values = new Map<string, RubyValue>();
  let line: number | undefined;
  for (const { kind, target, args, blocks, line: at } of statements) {
    const attribute = target.slice(target.indexOf('.') + 1);
    // Subspecs have their own names, so their "name" must not count.
    const isOfPart = blocks.some((block) => /\.(subspec|test_spec|app_spec)$/.test(block.target));
    if (kind !== 'assign' || isOfPart || !target.includes('.') || args[0] === undefined || values.has(attribute))
      continue;
    values.set(attribute, args[0]);
    if (attribute === 'name') line = at;
  }
  const fullName = rubyText(values.get('name'));
  if (fullName === '') problems.add('"name" of the podspec should be a text; its requests are listed without it.');
  const license = values.get('license');
  const self = {
    fullName,
    role: 'declares' as const,
    line,
    version: rubyText(values.get('version')),
    declaredLicense: isRubyHash(license) ? rubyText(license.get('type')) : rubyText(license),
    description: rubyText(values.get('summary')) || rubyText(values.get('description')),
    homepageUrl: rubyText(values.get('homepage')),
    ...sourceOf(values.get('source')),
  };
  const requirements = requirementsOf(statements, fullName);
  return manifestFindings('cocoapods', fullName === '' ? undefined : self, requirements, problems);
}

function sourceOf(source: RubyValue | undefined): { repositoryUrl: string; downloadUrl: string } {
  const of = (key: string) => (isRubyHash(source) ? rubyText(source.get(key)) : '');
  return { repositoryUrl: of('git'), downloadUrl: of('http') };
}

function requirementsOf(statements: readonly RubyStatement[], self: string): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const { kind, target, args, blocks, line } of statements) {
    const [name, ...wanted] = args;
    if (kind !== 'call' || !/\.dependency$/.test(target) || typeof name !== 'string') continue;
    const scope = blocks.some((block) => /\.(test_spec|app_spec)$/.test(block.target)) ? 'test' : 'runtime';
    add(byName, name, wanted.flatMap((value) => rubyTexts(value)).join(', '), scope, self, line);
  }
  return [...byName.values()];
}

function add(
  byName: Map<string, ManifestRequirement>,
  name: string,
  requirement: string,
  scope: DependencyScope,
  self: string,
  line: number | undefined,
): void {
  const { fullName, subpath } = podName(name);
  const before = byName.get(name);
  // A request for another subspec of the same pod is left out.
  if (fullName === self || (before !== undefined && (before.scope === 'runtime' || scope !== 'runtime'))) return;
  byName.set(name, { fullName, subpath, requirement, version: exactPodVersion(requirement), scope, line });
}

/** Names, or an object whose members are names with their addresses. */
function supplierOf(authors: unknown): string {
  if (!isFields(authors)) return partyIn(authors);
  const [[name, email] = ['', '']] = Object.entries(authors);
  return textOfParty({ name, ...(typeof email === 'string' && { email }) });
}

function fromJson(text: string, problems: Problems): PackageFinding[] {
  const spec = asFields(JSON.parse(text), 'podspec', problems);
  const fullName = asText(own(spec, 'name'), 'name', problems);
  const license = own(spec, 'license');
  const source = asFields(own(spec, 'source'), 'source', problems);
  const lineOf = createLineCursor(text);
  const self = {
    fullName,
    role: 'declares' as const,
    line: lineOf('"name"'),
    version: asText(own(spec, 'version'), 'version', problems),
    declaredLicense: asText(isFields(license) ? own(license, 'type') : license, 'license', problems),
    description: asText(own(spec, 'summary'), 'summary', problems),
    homepageUrl: asText(own(spec, 'homepage'), 'homepage', problems),
    supplier: supplierOf(own(spec, 'authors')),
    repositoryUrl: asText(own(source, 'git'), 'source.git', problems),
    downloadUrl: asText(own(source, 'http'), 'source.http', problems),
  };
  const byName = new Map<string, ManifestRequirement>();
  const waiting: { part: Record<string, unknown>; scope: DependencyScope }[] = [{ part: spec, scope: 'runtime' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [name, list] of asEntries(own(next.part, 'dependencies'), 'dependencies', problems)) {
      const requirement = asList(list, `dependencies.${name}`, problems)
        .filter((one) => typeof one === 'string')
        .join(', ');
      add(byName, name, requirement, next.scope, fullName, lineOf(`"${name}"`));
    }
    for (const [list, scope] of [
      ['subspecs', next.scope],
      ['testspecs', 'test'],
      ['appspecs', 'test'],
    ] as const)
      for (const part of asList(own(next.part, list), list, problems))
        if (isFields(part)) waiting.push({ part, scope });
  }
  return manifestFindings('cocoapods', fullName === '' ? undefined : self, [...byName.values()], problems);
}
