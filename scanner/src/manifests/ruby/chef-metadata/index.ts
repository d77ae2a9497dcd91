// Reads metadata.rb of Chef cookbooks without running it, and their metadata.json.
// Format: https://docs.chef.io/config_rb_metadata/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readRuby } from '../../shared/languages/ruby-source.ts';
import { rubyText, rubyTexts } from '../../shared/languages/ruby-values.ts';
import { asEntries, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactGemVersion } from '../gem-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The metadata of Chef', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      return text.trimStart().startsWith('{') ? fromJson(text, problems) : fromRuby(text, problems);
    }),
};

function fromRuby(text: string, problems: Problems): PackageFinding[] {
  const values = new Map<string, string>();
  const requirements: ManifestRequirement[] = [];
  for (const { kind, target, args, line } of readRuby(text)) {
    const [first, ...rest] = args;
    if (kind !== 'call' || typeof first !== 'string') continue;
    if (target === 'depends') {
      const requirement = rest.flatMap((value) => rubyTexts(value)).join(', ');
      requirements.push({
        fullName: first,
        requirement,
        version: exactGemVersion(requirement),
        scope: 'runtime',
        line,
      });
    } else if (!values.has(target)) values.set(target, rubyText(first));
  }
  return findingsOf((name) => values.get(name) ?? '', requirements, undefined, problems);
}

/** Many tools write a metadata.json. That of Chef has "maintainer" or "chef_versions". */
function fromJson(text: string, problems: Problems): PackageFinding[] {
  const manifest: unknown = JSON.parse(text);
  if (!isFields(manifest) || typeof own(manifest, 'name') !== 'string') return [];
  if (own(manifest, 'maintainer') === undefined && own(manifest, 'chef_versions') === undefined) return [];
  const lineOf = jsonLines(text, 2);
  const requirements = asEntries(own(manifest, 'dependencies'), 'dependencies', problems).map(
    ([name, value]): ManifestRequirement => {
      const written = asText(value, `dependencies.${name}`, problems);
      const requirement = written === '>= 0.0.0' ? '' : written;
      return {
        fullName: name,
        requirement,
        version: exactGemVersion(requirement),
        scope: 'runtime',
        line: lineOf('dependencies', name),
      };
    },
  );
  return findingsOf((name) => asText(own(manifest, name), name, problems), requirements, lineOf('name'), problems);
}

function findingsOf(
  of: (name: string) => string,
  requirements: ManifestRequirement[],
  line: number | undefined,
  problems: Problems,
): PackageFinding[] {
  const self = {
    fullName: of('name'),
    role: 'declares' as const,
    line,
    version: of('version'),
    declaredLicense: of('license'),
    description: of('description'),
    homepageUrl: of('source_url'),
    repositoryUrl: of('source_url'),
  };
  return manifestFindings('chef', self.fullName === '' ? undefined : self, requirements, problems);
}
