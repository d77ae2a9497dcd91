// Decides whether a statement of a VEX document is about a package of an inventory. Pure. A doubt is no match: a statement for another version or
// release must not make anything look safe.
import { type PackageSubject, subjectOf } from '../advisories/index.ts';
import { parsePurl } from '../packages/index.ts';
import { versionInRange } from '../versions/index.ts';
import type { VexStatement, VexTarget } from './model.ts';

export interface VexPackage {
  subject: PackageSubject;
  qualifiers: Readonly<Record<string, string>>;
}

/** Qualifiers that do not say which package is meant, and `distro`, which is compared as the release. */
const NOT_COMPARED = new Set(['distro', 'checksum', 'checksums', 'download_url', 'file_name', 'vcs_url', 'upstream']);

/** Undefined if it is not a package URL. */
export function vexPackage(purl: string): VexPackage | undefined {
  const subject = subjectOf(purl);
  const parsed = parsePurl(purl);
  if ('problem' in subject || 'problem' in parsed) return undefined;
  return { subject, qualifiers: (parsed.value.qualifiers ?? {}) as Record<string, string> };
}

/** @param whole the package that the project as a whole is, if the caller has said so: statements may be about its parts */
export function isAbout(
  statement: Pick<VexStatement, 'targets'>,
  item: VexPackage,
  whole: VexPackage | undefined,
  read = vexPackage,
) {
  return statement.targets.some((target) => {
    const product = read(target.product);
    if (product === undefined) return false;
    if (covers(product, item, target)) return true;
    if (whole === undefined || !covers(product, whole, target)) return false;
    if (target.part === '') return true;
    const part = read(target.part);
    return part !== undefined && covers(part, item, { release: '', isOfPlatform: false, versions: [] });
  });
}

function covers(
  product: VexPackage,
  item: VexPackage,
  { release, isOfPlatform, versions }: Pick<VexTarget, 'release' | 'isOfPlatform' | 'versions'>,
): boolean {
  const [said, found] = [product.subject, item.subject];
  if (said.type !== found.type || said.name !== found.name) return false;
  if (said.version !== '' && said.version !== found.version) return false;
  if (versions.length > 0 && !versions.some((one) => isVersion(one, found))) return false;
  const place = release || said.release;
  // Packages of two releases may have the same name, and even the same version.
  if (place !== '' && place !== found.release && (found.release !== '' || said.version === '')) return false;
  if (place === '' && isOfPlatform && said.version === '') return false;
  return Object.entries(product.qualifiers).every(
    ([name, value]) => NOT_COMPARED.has(name) || item.qualifiers[name] === value,
  );
}

function isVersion(stated: string, { version }: PackageSubject): boolean {
  if (version === '') return false;
  return stated.startsWith('vers:') ? versionInRange(stated, version) : stated === version;
}
