// Shared by composer.json, composer.lock and installed.json: licenses, addresses, exact versions, and the names that
// are packages.
import { partyIn } from '../../parties.ts';
import { asFields, asText, asTexts, own, type Problems } from '../shared/problems.ts';

/**
 * `php`, `ext-json`, `lib-icu` and `composer-plugin-api` are parts of the machine. Names of packages contain a vendor.
 */
export function isComposerPackage(name: string): boolean {
  return name.includes('/');
}

/** A bare version allows only itself; `1.2.*`, `^1.2`, `~1.2`, `1.0 || 2.0` and branches allow more. */
export function exactComposerVersion(requirement: string): string {
  return (
    /^={0,2}\s*(v?\d+(?:\.\d+){1,3}(?:-?(?:alpha|beta|rc|p|pl|patch)[.-]?\d*)?)$/i.exec(requirement.trim())?.[1] ?? ''
  );
}

/** A list of licenses is a choice. */
function composerLicense(value: unknown, field: string, problems: Problems): string {
  if (!Array.isArray(value)) return asText(value, field, problems);
  const names = [...new Set(asTexts(value, field, problems))];
  return names.length < 2
    ? (names[0] ?? '')
    : names.map((name) => (/ (and|or) /i.test(name) ? `(${name})` : name)).join(' OR ');
}

/** Texts and addresses that manifests and lockfiles write in the same way. */
export function composerTexts(entry: Record<string, unknown>, field: string, problems: Problems) {
  const source = asFields(own(entry, 'source'), `${field}source`, problems);
  const dist = asFields(own(entry, 'dist'), `${field}dist`, problems);
  const support = asFields(own(entry, 'support'), `${field}support`, problems);
  const checksum = asText(own(dist, 'shasum'), `${field}dist.shasum`, problems);
  return {
    declaredLicense: composerLicense(own(entry, 'license'), `${field}license`, problems),
    description: asText(own(entry, 'description'), `${field}description`, problems),
    homepageUrl: asText(own(entry, 'homepage'), `${field}homepage`, problems),
    repositoryUrl:
      asText(own(source, 'url'), `${field}source.url`, problems) ||
      asText(own(support, 'source'), `${field}support.source`, problems),
    downloadUrl: asText(own(dist, 'url'), `${field}dist.url`, problems),
    supplier: partyIn(own(entry, 'authors')),
    integrity: checksum === '' ? '' : `${checksum.length === 64 ? 'sha256' : 'sha1'}:${checksum}`,
  };
}
