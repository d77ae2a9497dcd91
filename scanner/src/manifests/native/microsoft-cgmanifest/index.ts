// Reads cgmanifest.json, in which repositories register components that they use without a package manager.
// Format: https://github.com/microsoft/component-detection/blob/main/docs/schema/manifest.schema.json
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type HeldPackage, heldPackage } from '../../shared/held.ts';
import type { Ecosystem } from '../../shared/identity.ts';
import { asFields, asList, asText, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

/** purl types of the registered kinds, and the fields that name the package. */
const KINDS: Readonly<Record<string, { type: Ecosystem; name: readonly string[] }>> = {
  npm: { type: 'npm', name: ['name'] },
  pip: { type: 'pypi', name: ['name'] },
  nuget: { type: 'nuget', name: ['name'] },
  maven: { type: 'maven', name: ['groupId', 'artifactId'] },
  cargo: { type: 'cargo', name: ['name'] },
  go: { type: 'golang', name: ['name'] },
  rubygems: { type: 'gem', name: ['name'] },
  pod: { type: 'cocoapods', name: ['name'] },
  conda: { type: 'conda', name: ['name'] },
};

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The cgmanifest.json', (problems) => {
      // Some files contain comments, which JSON does not allow.
      const file = asFields(JSON.parse(textOf(bytes).replace(/^[ \t]*\/\/[^\n]*$/gm, '')), 'the file', problems);
      return asList(own(file, 'registrations') ?? own(file, 'Registrations'), 'registrations', problems).flatMap(
        (registration, index) => registered(registration, `registrations[${index}]`, problems) ?? [],
      );
    }),
};

function registered(value: unknown, field: string, problems: Problems): PackageFinding | undefined {
  const registration = lowered(asFields(value, field, problems));
  const component = lowered(asFields(own(registration, 'component'), `${field}.component`, problems));
  const kind = asText(own(component, 'type'), `${field}.component.type`, problems).toLowerCase();
  const about = lowered(asFields(own(component, kind), `${field}.component.${kind}`, problems));
  const text = (name: string) => asText(own(about, name.toLowerCase()), `${field}.component.${kind}.${name}`, problems);
  const common = {
    license: asText(own(registration, 'license'), `${field}.license`, problems),
    version: asText(own(registration, 'version'), `${field}.version`, problems),
    ...(own(registration, 'developmentdependency') === true ? { scope: 'development' as const } : {}),
  };
  const held = heldOf(kind, text, common.version);
  if (held === undefined || held.name === '') {
    problems.add(`"${field}.component" should name a component of a known type (git, npm, other, …); it was left out.`);
    return undefined;
  }
  return heldPackage({ ...common, ...held }, problems);
}

function heldOf(kind: string, text: (name: string) => string, version: string): HeldPackage | undefined {
  if (kind === 'git') {
    const url = text('repositoryUrl').slice(0, 2000);
    const name =
      url
        .replace(/\/+$/, '')
        .replace(/\.git$/, '')
        .split(/[/:]/)
        .at(-1) ?? '';
    return { name, url, version: version || text('tag'), revision: text('commitHash') };
  }
  if (kind === 'other' || kind === 'linux')
    return {
      name: text('name'),
      version: text('version'),
      downloadUrl: text('downloadUrl'),
      url: text('downloadUrl'),
      integrity: text('hash'),
    };
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (known === undefined) return undefined;
  const names = known.name.map((name) => text(name));
  if (names.includes('')) return undefined;
  return { name: names.join(':'), type: known.type, version: text('version') };
}

/** Field names differ between files in upper and lower case. */
function lowered(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}
