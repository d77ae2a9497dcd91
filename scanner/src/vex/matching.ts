// Decides whether a statement of a VEX document is about a package of an inventory. Pure. A doubt is no match: a statement for another version or
// release must not make anything look safe.
import { cpeParts, isAnyCpeValue, type PackageSubject, subjectOf } from '../advisories/index.ts';
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

/** Which product a project as a whole is, by all that it is called. */
export interface VexProduct {
  packages: readonly VexPackage[];
  cpes: readonly (readonly string[])[];
  names: ReadonlySet<string>;
  /** A person has taken a document for the project, and so said that it is the product of that document. */
  isOfDocument?: boolean;
}

/** @param texts package URLs, CPEs, and names as documents write them: `Shop 1.2` */
export function vexProduct(texts: readonly string[]): VexProduct {
  const [packages, cpes, names]: [VexPackage[], string[][], Set<string>] = [[], [], new Set()];
  for (const text of texts) {
    const name = productName(text);
    const [cpe, one] = [cpeParts(text.trim()), vexPackage(text.trim())];
    if (cpe) cpes.push(cpe);
    else if (one) packages.push(one);
    else if (name !== '') names.add(name);
  }
  return { packages, cpes, names };
}

/** Two names of a product are the same if these are equal. */
function productName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Under what a product is looked up: a package type with the name, `cpe` with vendor and product, or `name`. Equal keys are not yet the same product. */
export function productKey(text: string): { type: string; name: string } | undefined {
  const cpe = cpeParts(text.trim());
  if (cpe) return { type: 'cpe', name: `${cpe[1] ?? ''}:${cpe[2] ?? ''}`.toLowerCase() };
  const subject = vexPackage(text.trim())?.subject;
  if (subject) return { type: subject.type, name: subject.name };
  const name = productName(text);
  return name === '' || name.startsWith('pkg:') || name.startsWith('cpe:') ? undefined : { type: 'name', name };
}

/** @param whole the product that the project is, if somebody has said so: statements may be about its parts */
export function isAbout(
  statement: Pick<VexStatement, 'targets'>,
  item: VexPackage,
  whole: VexProduct | undefined,
  read = vexPackage,
) {
  return statement.targets.some((target) => {
    if (isAboutPackage(target, item, read)) return true;
    if (whole === undefined || !(isProduct(target, whole, read) || (whole.isOfDocument && target.isOfDocument)))
      return false;
    if (target.part === '') return true;
    const part = read(target.part);
    return part !== undefined && covers(part, item, ofPart(target));
  });
}

/** Wherever the package is: a statement about a part of a product says nothing about the part elsewhere. */
function isAboutPackage(target: VexTarget, item: VexPackage, read: typeof vexPackage): boolean {
  const product = target.part === '' ? read(target.product) : undefined;
  return product !== undefined && covers(product, item, target);
}

/** Versions of a document's own component are those of the part. */
const ofPart = ({ isOfDocument, versions }: VexTarget) => ({
  release: '',
  isOfPlatform: false,
  versions: isOfDocument ? versions : [],
});

/** A package URL says more exactly than other names which product is meant, so these are not asked if it has one of the same package. */
function isProduct(target: VexTarget, whole: VexProduct, read: typeof vexPackage): boolean {
  const product = read(target.product);
  const same = whole.packages.filter(
    ({ subject }) => subject.type === product?.subject.type && subject.name === product.subject.name,
  );
  // The versions of a statement about a part of the document's product are those of the part.
  const said = target.isOfDocument ? { release: '', isOfPlatform: false, versions: [] } : target;
  if (product !== undefined && same.length > 0) return same.some((one) => covers(product, one, said));
  if (said.versions.length > 0) return false;
  return (target.names ?? []).some((name) => {
    const cpe = cpeParts(name);
    return cpe ? whole.cpes.some((one) => cpeCovers(cpe, one)) : whole.names.has(productName(name));
  });
}

/** What the statement leaves open is any; what the project leaves open is unknown, so no match. */
function cpeCovers(said: readonly string[], own: readonly string[]): boolean {
  if ([said[1], said[2]].some((value) => isAnyCpeValue(value ?? '*'))) return false;
  return said.every((value, at) => value === '*' || value.toLowerCase() === (own[at] ?? '*').toLowerCase());
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
