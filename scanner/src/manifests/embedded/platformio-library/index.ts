// Reads library.json of a PlatformIO library.
// Format: https://docs.platformio.org/en/latest/manifests/library-json/index.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The library.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const fields = asFields(JSON.parse(text), 'library.json', problems);
      const value = (key: string): string => asText(own(fields, key), key, problems);
      // Other programs also use the name library.json. A file counts if it has at least two of these fields.
      const marks = ['version', 'keywords', 'frameworks', 'platforms', 'headers', 'dependencies', 'export'];
      if (typeof own(fields, 'name') !== 'string' || marks.filter((key) => own(fields, key) !== undefined).length < 2)
        return [];
      const repository = own(fields, 'repository');
      const lineOf = createLineCursor(text);
      const self = {
        fullName: value('name').replace(/\s+/g, '-'),
        role: 'declares' as const,
        version: value('version'),
        declaredLicense: value('license'),
        description: value('description'),
        homepageUrl: value('homepage'),
        repositoryUrl: isFields(repository) ? asText(own(repository, 'url'), 'repository.url', problems) : '',
        line: lineOf('"name"'),
      };
      return manifestFindings('platformio', self, requestsOf(own(fields, 'dependencies'), lineOf, problems), problems);
    }),
};

/** Dependencies as a table `{ "owner/name": "^1.2.0" }`, or as a list of `{ name, owner, version }`. */
function requestsOf(
  value: unknown,
  lineOf: (wanted: string) => number | undefined,
  problems: Problems,
): ManifestRequirement[] {
  lineOf('"dependencies"');
  const wanted = Array.isArray(value)
    ? value.filter(isFields).map((one, i) => {
        const of = (key: string) => asText(own(one, key), `dependencies[${i}].${key}`, problems);
        return { owner: of('owner'), name: of('name'), requirement: of('version') };
      })
    : asEntries(value, 'dependencies', problems).map(([key, range]) => ({
        owner: '',
        name: key,
        requirement: asText(range, `dependencies.${key}`, problems),
      }));
  return wanted.flatMap(({ owner, name, requirement }): ManifestRequirement[] => {
    if (name === '') return [];
    const fullName = (owner === '' ? name : `${owner}/${name}`).replace(/\s+/g, '-');
    const version = /^=?\s*(\d+(?:\.\d+){2}[\w.+-]*)$/.exec(requirement)?.[1] ?? '';
    return [
      {
        fullName,
        requirement: requirement === '*' ? '' : requirement,
        version,
        scope: 'runtime',
        line: lineOf(`"${name}"`),
      },
    ];
  });
}
