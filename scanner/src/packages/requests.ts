// Requests of manifests while files are combined: gives them versions, and makes findings of them. Pure.
import type { DependencyScope } from '../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../findings.ts';
import { formatPurl, parsePurl } from '../purl/purl.ts';

/** The texts of a package about which nothing else is known. */
export const NO_TEXTS = {
  declaredLicense: '',
  description: '',
  homepageUrl: '',
  repositoryUrl: '',
  downloadUrl: '',
  integrity: '',
};

/** The finding of a request; undefined if its purl is invalid. */
export function requiredOf(wanted: PackageDependency): PackageFinding | undefined {
  const parts = parsePurl(wanted.purl);
  if ('problem' in parts) return undefined;
  const { purl, requirement, scope, isDirect, line, extras, marker } = wanted;
  const { type, namespace, name, version } = parts.value;
  return {
    ...NO_TEXTS,
    role: 'requires',
    purl,
    type,
    namespace: namespace ?? '',
    name,
    version: version ?? '',
    scope,
    isDirect,
    requirement,
    ...(line === undefined ? {} : { line }),
    ...(extras === undefined ? {} : { extras }),
    ...(marker === undefined ? {} : { marker }),
    dependencies: [],
  };
}

/** A request from the parts of its name; undefined if they are invalid. */
export function requestOf(
  type: string,
  namespace: string,
  name: string,
  about: { version: string; requirement: string; scope: DependencyScope; line?: number },
): PackageDependency | undefined {
  const { version, requirement, scope, line } = about;
  const made = formatPurl({ type, namespace, name, version });
  if (!('value' in made)) return undefined;
  return { purl: made.value, requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) };
}

/** The same purl in this version; unchanged when that is impossible. */
export function versioned(purl: string, version: string): string {
  const parts = parsePurl(purl);
  const made = 'value' in parts ? formatPurl({ ...parts.value, version }) : parts;
  return 'value' in made ? made.value : purl;
}
