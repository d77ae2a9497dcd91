// Reads META.json, META.yml and MYMETA of CPAN distributions. Other tools use these names too: a file without
// "meta-spec" and prerequisites is ignored.
// Format: https://metacpan.org/pod/CPAN::Meta::Spec

import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asEntries, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { addCpanRequest, cpanName, cpanRequest, cpanScope } from '../cpan-names.ts';

type Fields = Record<string, unknown>;

/** Version 1 has a field for each phase. */
const OLD_FIELDS: readonly [string, string, string][] = [
  ['requires', 'runtime', 'requires'],
  ['recommends', 'runtime', 'recommends'],
  ['build_requires', 'build', 'requires'],
  ['configure_requires', 'configure', 'requires'],
  ['test_requires', 'test', 'requires'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The META file', (problems) => {
      const text = textOf(bytes);
      const meta: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parseYaml(text);
      if (!isFields(meta)) {
        problems.add('A META file of CPAN should be an object with "name"; nothing was read from it.');
        return [];
      }
      const fullName = asText(own(meta, 'name'), 'name', problems);
      const isOurs =
        own(meta, 'meta-spec') !== undefined ||
        own(meta, 'prereqs') !== undefined ||
        own(meta, 'requires') !== undefined;
      if (!isOurs || fullName === '') return [];
      const lineOf = createLineCursor(text);
      const self = {
        fullName: cpanName(fullName),
        role: 'declares' as const,
        line: lineOf(fullName),
        ...describe(meta, problems),
      };
      return manifestFindings('cpan', self, requirementsOf(meta, text, problems), problems);
    }),
};

function describe(meta: Fields, problems: Problems) {
  const resources = own(meta, 'resources');
  const of = (name: string) => (isFields(resources) ? own(resources, name) : undefined);
  const repository = of('repository');
  const licenses = own(meta, 'license');
  return {
    version: asText(own(meta, 'version'), 'version', problems),
    declaredLicense: (Array.isArray(licenses) ? licenses : [licenses])
      .filter((one) => typeof one === 'string' && one !== 'unknown')
      .join(' OR '),
    description: asText(own(meta, 'abstract'), 'abstract', problems),
    homepageUrl: asText(of('homepage'), 'resources.homepage', problems),
    repositoryUrl: asText(
      isFields(repository) ? (own(repository, 'url') ?? own(repository, 'web')) : repository,
      'resources.repository',
      problems,
    ),
  };
}

function requirementsOf(meta: Fields, text: string, problems: Problems): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  const lineOf = createLineCursor(text.slice(Math.max(0, text.search(/\b(prereqs|requires)\b/))));
  const skipped = text.slice(0, Math.max(0, text.search(/\b(prereqs|requires)\b/))).split('\n').length - 1;
  const add = (list: unknown, phase: string, relation: string) => {
    if (!isFields(list)) return;
    for (const [module, value] of asEntries(list, `${phase}.${relation}`, problems)) {
      const line = lineOf(module);
      const version = asText(value, `${phase}.${relation}.${module}`, problems);
      addCpanRequest(
        byName,
        cpanRequest(module, version, cpanScope(phase, relation), line === undefined ? undefined : line + skipped),
      );
    }
  };
  for (const [phase, relations] of asEntries(own(meta, 'prereqs'), 'prereqs', problems)) {
    if (!isFields(relations) || phase.startsWith('x_')) continue;
    for (const relation of ['requires', 'recommends', 'suggests']) add(own(relations, relation), phase, relation);
  }
  for (const [field, phase, relation] of OLD_FIELDS) add(own(meta, field), phase, relation);
  return [...byName.values()];
}
