// Reads opam files of OCaml: `opam`, `name.opam`. Most leave the name to the file: packages/named-by-file.ts adds it.
// Format: https://opam.ocaml.org/doc/Manual.html#opam

import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import { piecesOf } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings, namedByFile } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { type OpamItem, readOpam } from './fields.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The opam file', (problems): PackageFinding[] => {
      const fields = readOpam(textOf(bytes));
      if (!fields.has('opam-version') && !fields.has('depends')) {
        problems.add('An opam file should have a field "opam-version"; nothing was read from it.');
        return [];
      }
      const of = (name: string) => fields.get(name)?.items[0]?.text ?? '';
      const licenses = fields.get('license')?.items.map(({ text }) => text) ?? [];
      const fullName = of('name');
      const checksum = of('url.checksum').replace('=', ':');
      const self = {
        fullName,
        role: 'declares' as const,
        line: fields.get('name')?.line,
        version: of('version'),
        declaredLicense: licenses.join(' AND '),
        description: of('synopsis') || of('description'),
        homepageUrl: of('homepage'),
        supplier: of('maintainer'),
        repositoryUrl: of('dev-repo').replace(/^git\+(?=https?:)/, ''),
        downloadUrl: of('url.src') || of('url.archive'),
        integrity: checksum,
      };
      const requirements = [
        ...requirementsOf(fields.get('depends')?.items ?? [], 'runtime', of('version')),
        ...requirementsOf(fields.get('depopts')?.items ?? [], 'optional', of('version')),
      ];
      if (fullName !== '') return manifestFindings('opam', self, requirements, problems);
      return [...manifestFindings('opam', undefined, requirements, problems), namedByFile('opam', self)];
    }),
};

/** `"name" {build & >= "1.0"}`. Without quotes, `version` is the package's own version. */
function requirementsOf(items: readonly OpamItem[], scope: DependencyScope, ownVersion: string): ManifestRequirement[] {
  return items.map(({ text, filter, line }) => {
    const isTest = /\bwith-test\b/.test(filter);
    const isForPeople = /\bwith-(doc|dev-setup)\b|\bdev\b/.test(filter);
    const requirement = piecesOf(
      ownVersion === '' ? filter : filter.replace(/([<>=]\s*)version\b/g, `$1${ownVersion}`),
      /[&|]/,
    )
      .filter((part) => /^\(?\s*[<>=!]/.test(part))
      .join(' & ')
      .replaceAll('"', '')
      .replace(/[()]/g, '');
    return {
      fullName: text,
      requirement,
      version: /^= ?(?!version$)([\w.+~-]+)$/.exec(requirement)?.[1] ?? '',
      scope: isTest ? 'test' : isForPeople ? 'development' : /\bbuild\b/.test(filter) ? 'build' : scope,
      line,
    };
  });
}
