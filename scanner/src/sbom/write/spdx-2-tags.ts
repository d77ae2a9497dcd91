// The tag-value form of SPDX 2.3: the members of the JSON form as lines, in the same order. https://spdx.github.io/spdx-spec/v2.3/
// A text of one line stands behind its tag, a longer one between <text> and </text>.
import type { SbomSource } from '../model.ts';
import { spdx2Pieces } from './spdx-2.ts';

type Members = Readonly<Record<string, unknown>>;

export async function* writeSpdxTags(source: SbomSource): AsyncGenerator<string, void> {
  for await (const piece of spdx2Pieces(source)) {
    if ('value' in piece) yield ofDocument(piece.member, piece.value);
    else for await (const element of piece.elements) yield elementOf(piece.member, element);
  }
}

/** Each tag of a kind of element, in the order of the specification, with the member that it tells. The first one begins the element. */
const TAGS: Readonly<Record<string, readonly (readonly [tag: string, member: string])[]>> = {
  packages: [
    ['PackageName', 'name'],
    ['SPDXID', 'SPDXID'],
    ['PackageVersion', 'versionInfo'],
    ['PackageSupplier', 'supplier'],
    ['PackageDownloadLocation', 'downloadLocation'],
    ['FilesAnalyzed', 'filesAnalyzed'],
    ['PackageVerificationCode', 'packageVerificationCode'],
    ['PackageChecksum', 'checksums'],
    ['PackageHomePage', 'homepage'],
    ['PackageSourceInfo', 'sourceInfo'],
    ['PackageLicenseConcluded', 'licenseConcluded'],
    ['PackageLicenseInfoFromFiles', 'licenseInfoFromFiles'],
    ['PackageLicenseDeclared', 'licenseDeclared'],
    ['PackageLicenseComments', 'licenseComments'],
    ['PackageCopyrightText', 'copyrightText'],
    ['PackageDescription', 'description'],
    ['PackageComment', 'comment'],
    ['ExternalRef', 'externalRefs'],
    ['PackageAttributionText', 'attributionTexts'],
    ['PrimaryPackagePurpose', 'primaryPackagePurpose'],
  ],
  files: [
    ['FileName', 'fileName'],
    ['SPDXID', 'SPDXID'],
    ['FileType', 'fileTypes'],
    ['FileChecksum', 'checksums'],
    ['LicenseConcluded', 'licenseConcluded'],
    ['LicenseInfoInFile', 'licenseInfoInFiles'],
    ['LicenseComments', 'licenseComments'],
    ['FileCopyrightText', 'copyrightText'],
  ],
  hasExtractedLicensingInfos: [
    ['LicenseID', 'licenseId'],
    ['ExtractedText', 'extractedText'],
    ['LicenseName', 'name'],
    ['LicenseComment', 'comment'],
  ],
};

const DOCUMENT: Readonly<Record<string, string>> = {
  spdxVersion: 'SPDXVersion',
  dataLicense: 'DataLicense',
  SPDXID: 'SPDXID',
  name: 'DocumentName',
  documentNamespace: 'DocumentNamespace',
  comment: 'DocumentComment',
};

function ofDocument(member: string, value: unknown): string {
  if (member === 'creationInfo') return creationOf(value as Members);
  if (member === 'annotations')
    return `\n${(value as Members[]).map((one) => annotationOf(one, 'SPDXRef-DOCUMENT')).join('')}`;
  return line(DOCUMENT[member] ?? member, value);
}

function creationOf({ comment, created, creators }: Members): string {
  const lines = (creators as string[]).map((one) => line('Creator', one));
  return [...lines, line('Created', created), line('CreatorComment', comment)].join('');
}

function elementOf(list: string, element: Members): string {
  if (list === 'relationships') {
    const { spdxElementId, relationshipType, relatedSpdxElement } = element;
    return `Relationship: ${spdxElementId} ${relationshipType} ${relatedSpdxElement}\n`;
  }
  const lines = (TAGS[list] ?? []).flatMap(([tag, member]) => {
    const value = element[member];
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((one) => ofValue(tag, one));
  });
  const annotations = (element.annotations as Members[] | undefined) ?? [];
  return `\n${[...lines, ...annotations.map((one) => annotationOf(one, String(element.SPDXID)))].join('')}`;
}

function ofValue(tag: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return line(tag, value);
  const members = value as Members;
  if ('checksumValue' in members) return line(tag, `${members.algorithm}: ${members.checksumValue}`);
  if ('packageVerificationCodeValue' in members) return line(tag, members.packageVerificationCodeValue);
  const { referenceCategory, referenceType, referenceLocator, comment } = members;
  const told = line(tag, `${referenceCategory} ${referenceType} ${referenceLocator}`);
  return comment === undefined ? told : `${told}${line('ExternalRefComment', comment)}`;
}

function annotationOf({ annotator, annotationDate, comment, annotationType }: Members, id: string): string {
  return [
    line('Annotator', annotator),
    line('AnnotationDate', annotationDate),
    line('AnnotationComment', comment),
    line('AnnotationType', annotationType),
    line('SPDXREF', id),
  ].join('');
}

/** Tags whose value may have several lines. */
const TEXTS = /(?:Comments?|CopyrightText|AttributionText|Description|SourceInfo|ExtractedText|CreatorComment)$/;

function line(tag: string, value: unknown): string {
  const text = String(value).toWellFormed();
  if (!TEXTS.test(tag)) return `${tag}: ${text.replace(/\s+/g, ' ').trim()}\n`;
  if (!/[\n\r]|<\/?text>/.test(text)) return `${tag}: ${text}\n`;
  // The end of a text cannot be written inside of one.
  return `${tag}: <text>${text.replaceAll('</text>', '< /text>')}</text>\n`;
}
