// Turns the tag-value form of SPDX 2 into the JSON form. https://spdx.github.io/spdx-spec/v2.3/
import { firstOf, itemAt, lastOf, valueFor } from '../../../items.ts';

type Members = Map<string, unknown>;

/** Undefined for other texts. */
export function spdxOfTagValues(text: string): Record<string, unknown> | undefined {
  if (!isTagValue(text)) return undefined;
  const head: Members = new Map<string, unknown>(LISTS.map((name) => [name, []]));
  const annotations: Members[] = [];
  let current = head;
  let id = 'SPDXRef-DOCUMENT';
  for (const { tag, value } of tagValues(text)) {
    const list = STARTS.get(tag);
    if (list !== undefined) {
      current = new Map();
      (head.get(list) as Members[]).push(current);
      id = '';
    }
    if (tag === 'SPDXID') id = value;
    // These may stand anywhere and belong to the document.
    if (tag === 'Relationship') (head.get('relationships') as Members[]).push(relationshipOf(value, id));
    else if (tag === 'Annotator') annotations.push(new Map([['annotator', value]]));
    else if (ANNOTATION.has(tag)) annotations.at(-1)?.set(valueFor(ANNOTATION, tag), value);
    else if (tag.endsWith('Checksum'))
      addTo(current, 'checksums', pairOf(value.split(':'), ['algorithm', 'checksumValue']));
    else if (tag === 'ExternalRef')
      addTo(
        current,
        'externalRefs',
        pairOf(value.split(/\s+/), ['referenceCategory', 'referenceType', 'referenceLocator']),
      );
    else if (tag === 'ExternalDocumentRef')
      addTo(head, 'externalDocumentRefs', pairOf(value.split(/\s+/), ['externalDocumentId', 'spdxDocument']));
    else if (tag === 'ExternalRefComment') lastOfList(current, 'externalRefs')?.set('comment', value);
    else if (tag === 'Creator' || CREATION.has(tag)) addCreation(head, tag, value);
    else if (DOCUMENT_TAGS.has(tag)) head.set(valueFor(TAGS, tag), value);
    else if (REPEATED.has(tag)) addTo(current, valueFor(TAGS, tag), value);
    else if (tag === 'FilesAnalyzed' && /^(?:true|false)$/i.test(value))
      current.set('filesAnalyzed', /^true$/i.test(value));
    else if (!STRUCTURE.has(tag)) current.set(TAGS.get(tag) ?? tag, value);
  }
  annotate(head, annotations);
  return plain(head);
}

/** Annotations name what they are about, which may come after them. */
function annotate(head: Members, annotations: readonly Members[]): void {
  if (annotations.length === 0) return;
  const elements = ['packages', 'files', 'snippets'].flatMap((list) => head.get(list) as Members[]);
  const byId = new Map(elements.map((one) => [one.get('SPDXID'), one]));
  for (const one of annotations) {
    const about = one.get('about');
    one.delete('about');
    addTo(byId.get(about) ?? head, 'annotations', one);
  }
}

function lastOfList(object: Members, member: string): Members | undefined {
  const list = object.get(member) as Members[] | undefined;
  return list?.at(-1);
}

export function isTagValue(text: string): boolean {
  return /^SPDXVersion:/m.test(text.slice(0, 4096));
}

/** No tag becomes a prototype: `__proto__` is a member like others. */
function plain(members: Members): Record<string, unknown> {
  const value = (one: unknown): unknown =>
    one instanceof Map ? plain(one) : Array.isArray(one) ? one.map(value) : one;
  return Object.fromEntries([...members].map(([name, one]) => [name, value(one)]));
}

/** `SPDXRef-a DEPENDS_ON SPDXRef-b`. */
function relationshipOf(value: string, from: string): Members {
  const [first = '', type = '', second = ''] = value.split(/\s+/);
  return new Map([
    ['spdxElementId', first || from],
    ['relationshipType', type],
    ['relatedSpdxElement', second],
  ]);
}

function pairOf(values: readonly string[], names: readonly string[]): Members {
  return new Map(names.map((name, at) => [name, values[at]?.trim() ?? '']));
}

function addTo(object: Members, member: string, value: unknown): void {
  const list = object.get(member);
  if (Array.isArray(list)) list.push(value);
  else object.set(member, [value]);
}

function addCreation(head: Members, tag: string, value: string): void {
  const creation = (head.get('creationInfo') as Members | undefined) ?? new Map<string, unknown>();
  head.set('creationInfo', creation);
  const member = CREATION.get(tag);
  if (member !== undefined) creation.set(member, value);
  else creation.set('creators', [...((creation.get('creators') as string[] | undefined) ?? []), value]);
}

const LISTS = ['packages', 'files', 'snippets', 'hasExtractedLicensingInfos', 'relationships'];

/** Tags that begin an object, and the list that gets it. */
const STARTS: ReadonlyMap<string, string> = new Map([
  ['PackageName', 'packages'],
  ['FileName', 'files'],
  ['SnippetSPDXID', 'snippets'],
  ['LicenseID', 'hasExtractedLicensingInfos'],
]);

/** Tags that say how the document was made, and their names in `creationInfo`. */
const CREATION: ReadonlyMap<string, string> = new Map([
  ['Created', 'created'],
  ['CreatorComment', 'comment'],
  ['LicenseListVersion', 'licenseListVersion'],
]);

/** Tags of an annotation, which begins with its annotator. */
const ANNOTATION: ReadonlyMap<string, string> = new Map([
  ['AnnotationDate', 'annotationDate'],
  ['AnnotationType', 'annotationType'],
  ['AnnotationComment', 'comment'],
  ['SPDXREF', 'about'],
]);

/** Tags of the document, wherever they stand. */
const DOCUMENT_TAGS = new Set(['DocumentName', 'DocumentNamespace', 'DocumentComment']);

/** Tags that an element may have several times. */
const REPEATED = new Set([
  ...['PackageLicenseInfoFromFiles', 'PackageAttributionText', 'FileType', 'FileAttributionText', 'LicenseInfoInFile'],
]);

/** Tags that are not read. */
const STRUCTURE = new Set(['RelationshipComment']);

/** The names that tags have in JSON. A tag without one keeps its name, so that it is reported. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ['SPDXVersion', 'spdxVersion'],
  ['DataLicense', 'dataLicense'],
  ['LicenseID', 'licenseId'],
  ['LicenseName', 'name'],
  ['ExtractedText', 'extractedText'],
  ['LicenseComment', 'comment'],
  ['DocumentName', 'name'],
  ['DocumentNamespace', 'documentNamespace'],
  ['DocumentComment', 'comment'],
  ['PackageName', 'name'],
  ['PackageVersion', 'versionInfo'],
  ['PackageLicenseConcluded', 'licenseConcluded'],
  ['PackageLicenseDeclared', 'licenseDeclared'],
  ['PackageLicenseComments', 'licenseComments'],
  ['PackageLicenseInfoFromFiles', 'licenseInfoFromFiles'],
  ['PackageCopyrightText', 'copyrightText'],
  ['PackageHomePage', 'homepage'],
  ['PackageDescription', 'description'],
  ['PackageSummary', 'summary'],
  ['PackageComment', 'comment'],
  ['PackageSourceInfo', 'sourceInfo'],
  ['PackageDownloadLocation', 'downloadLocation'],
  ['PackageFileName', 'packageFileName'],
  ['PackageSupplier', 'supplier'],
  ['PackageOriginator', 'originator'],
  ['PackageVerificationCode', 'packageVerificationCode'],
  ['PackageAttributionText', 'attributionTexts'],
  ['PrimaryPackagePurpose', 'primaryPackagePurpose'],
  ['FilesAnalyzed', 'filesAnalyzed'],
  ['FileName', 'fileName'],
  ['FileComment', 'comment'],
  ['FileType', 'fileTypes'],
  ['FileCopyrightText', 'copyrightText'],
  ['FileNotice', 'noticeText'],
  ['FileAttributionText', 'attributionTexts'],
  ['LicenseConcluded', 'licenseConcluded'],
  ['LicenseComments', 'licenseComments'],
  ['LicenseInfoInFile', 'licenseInfoInFiles'],
  ['SnippetSPDXID', 'SPDXID'],
  ['SnippetFromFileSPDXID', 'snippetFromFile'],
]);

function* tagValues(text: string): Generator<{ tag: string; value: string }> {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = itemAt(lines, at).replace(/\r$/, '');
    const colon = line.indexOf(':');
    if (line.startsWith('#') || colon < 1) continue;
    let value = line.slice(colon + 1).trim();
    if (value.startsWith('<text>')) {
      const taken = [value.slice('<text>'.length)];
      while (!lastOf(taken).includes('</text>') && at + 1 < lines.length)
        taken.push(itemAt(lines, ++at).replace(/\r$/, ''));
      value = firstOf(taken.join('\n').split('</text>', 1)).trim();
    }
    yield { tag: line.slice(0, colon).trim(), value };
  }
}
