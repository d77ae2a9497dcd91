// Reads control files of Debian: that of a binary package (`control` in a .deb), that of a source package in a code
// base (debian/control), and the description of a source package (.dsc).
// Format: https://www.debian.org/doc/debian-policy/ch-controlfields.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import {
  DEB_FIELDS,
  debNeeds,
  debProvides,
  debUpstream,
  debVendor,
  readRelations,
  synopsis,
} from '../../shared/deb-fields.ts';
import { readStanzas, type Stanza } from '../../shared/formats/stanzas.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { installedFindings } from '../../shared/installed.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';

const FIELDS = new Set([
  ...DEB_FIELDS,
  'build-depends',
  'build-depends-arch',
  'build-depends-indep',
  'format',
  'binary',
]);

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The control file', (problems): PackageFinding[] => {
      const stanzas = readStanzas(textOf(bytes), FIELDS, problems);
      // A .dsc may be inside a PGP signature.
      const source = stanzas.find(
        ({ fields }) => fields.has('source') && (!fields.has('package') || fields.has('binary')),
      );
      if (source !== undefined) return sourceFindings(source, stanzas, problems);
      const [stanza] = stanzas;
      if (stanza === undefined || !stanza.fields.has('package')) {
        problems.add('A control file should have a "Package" or a "Source" field; nothing was read from it.');
        return [];
      }
      return binaryFindings(stanza, problems);
    }),
};

function binaryFindings(stanza: Stanza, problems: Problems): PackageFinding[] {
  const { fields, lines } = stanza;
  const name = fields.get('package') ?? '';
  const version = fields.get('version') ?? '';
  const vendor = debVendor(stanza);
  const installed = {
    fullName: `${vendor}/${name}`,
    name,
    version,
    qualifiers: {
      arch: fields.get('architecture') ?? '',
      upstream: debUpstream(fields.get('source') ?? '', name, version),
    },
    declaredLicense: fields.get('license') ?? '',
    description: synopsis(stanza),
    homepageUrl: fields.get('homepage') ?? '',
    supplier: fields.get('maintainer') ?? '',
    line: lines.get('package'),
    provides: debProvides(stanza),
    needs: debNeeds(stanza),
  };
  return installedFindings('deb', [installed], problems, (other) => `${vendor}/${other}`);
}

/**
 * The binary packages are part of the source package that builds them. Its requirements are those of the build and of
 * its binary packages.
 */
function sourceFindings(source: Stanza, stanzas: readonly Stanza[], problems: Problems): PackageFinding[] {
  const vendor = debVendor(source);
  const own = new Set(stanzas.map(({ fields }) => fields.get('package') ?? ''));
  const wanted = new Map<string, ManifestRequirement>();
  const add = ({ fields, lines }: Stanza, field: string, scope: DependencyScope): void => {
    for (const [relation] of readRelations(fields.get(field) ?? '')) {
      if (relation === undefined || own.has(relation.name) || wanted.has(relation.name)) continue;
      wanted.set(relation.name, {
        fullName: `${vendor}/${relation.name}`,
        requirement: relation.requirement,
        version: '',
        scope,
        line: lines.get(field),
      });
    }
  };
  for (const stanza of stanzas) for (const field of ['depends', 'pre-depends']) add(stanza, field, 'runtime');
  for (const field of ['build-depends', 'build-depends-arch', 'build-depends-indep']) add(source, field, 'build');
  const name = source.fields.get('source') ?? '';
  const self = {
    fullName: `${vendor}/${name}`,
    role: 'declares' as const,
    version: source.fields.get('version') ?? '',
    qualifiers: { arch: 'source' },
    description: stanzas.map(synopsis).find((text) => text !== '') ?? '',
    homepageUrl: source.fields.get('homepage') ?? '',
    supplier: source.fields.get('maintainer') ?? '',
    repositoryUrl: source.fields.get('vcs-browser') ?? '',
    line: source.lines.get('source'),
  };
  return manifestFindings('deb', self, [...wanted.values()], problems);
}
