// SPDX 2 as FOSSology writes it with its clearing decisions: licenses that people concluded for packages and files, and their comments.
// https://spdx.github.io/spdx-spec/v2.3/

import { statedBySpdx } from '@assay/scanner/advisories';
import { firstOf, isFields, itemAt, lastOf, own } from '@assay/scanner/items';
import { plainPath } from '../../../domain/file-matching.ts';
import { componentPurlOf } from '../../../domain/inventory.ts';
import { type IncomingFile, type IncomingItem, lastOfPurl, purlOf } from '../../incoming.ts';
import { type Issues, MemberReader, type Members } from '../../member-reader.ts';
import {
  concluded,
  distributionOf,
  type ForeignFormat,
  itemOf,
  licenseItems,
  membersStay,
  NO_NOTES,
  stays,
} from '../model.ts';

export const spdx: ForeignFormat = {
  name: 'spdx',
  title: 'SPDX 2 (FOSSology)',
  recognizes: (document) => typeof own(document, 'spdxVersion') === 'string' && own(document, '@context') === undefined,
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const [givenFiles, givenPackages] = [read.objects('files'), read.objects('packages')];
    const files = givenFiles.map((file, at) => fileOf(file, `files[${at}]`, issues));
    const stated = statedBySpdx(document);
    const packages = givenPackages.flatMap((one, at) => packageOf(one, stated, `packages[${at}]`, issues));
    const decided = files.filter(({ license }) => license !== '');
    const cleared = files.filter(({ isCleared }) => isCleared);
    stays(issues, files.length - cleared.length, 'files without a concluded license', 'scans find what they hold');
    stays(
      issues,
      cleared.length - decided.length,
      'conclusions that a file has no license',
      'such files are marked as reviewed, but belong to no item',
    );
    stays(issues, read.objects('snippets').length, 'snippets', 'this server does not store parts of files');
    stays(
      issues,
      read.objects('hasExtractedLicensingInfos').length,
      'texts of licenses that SPDX does not list',
      'people enter such texts into the library of this server',
    );
    stays(issues, read.objects('relationships').length, 'relationships', 'scans find what depends on what');
    membersStay(issues, [document], TAKEN.document, 'the document');
    membersStay(issues, givenPackages, TAKEN.package, 'packages');
    membersStay(issues, givenFiles, TAKEN.file, 'files');
    return {
      source: `SPDX document ${read.text('name', 255)}`.trim(),
      items: [...packages, ...licenseItems(decided, 'files')],
      // A file for which somebody concluded a license, or that it has none, counts as reviewed.
      files: files.map(({ path, md5, isCleared }): IncomingFile => ({ path, md5, isReviewed: isCleared })),
      analyses: [],
    };
  },
};

/** Members that the reader uses, that say how to read the document, or that it reports in a separate issue. */
const TAKEN = {
  document: [
    ...['SPDXID', 'spdxVersion', 'dataLicense', 'documentNamespace', 'name', 'creationInfo', 'documentDescribes'],
    ...['files', 'packages', 'snippets', 'hasExtractedLicensingInfos', 'relationships'],
  ],
  package: [
    ...['SPDXID', 'name', 'versionInfo', 'externalRefs', 'homepage', 'description', 'summary', 'licenseConcluded'],
    ...['licenseDeclared', 'licenseComments', 'comment', 'copyrightText', 'filesAnalyzed', 'hasFiles'],
  ],
  file: ['SPDXID', 'fileName', 'checksums', 'licenseConcluded', 'licenseComments', 'comment'],
};

function fileOf(file: Members, place: string, issues: Issues) {
  const read = new MemberReader(file, place, issues);
  const md5 = read.objects('checksums').find((one) => own(one, 'algorithm') === 'MD5');
  const digest = md5 && own(md5, 'checksumValue');
  const given = read.text('licenseConcluded', 2000);
  return {
    path: plainPath(read.text('fileName', 4000)),
    md5: typeof digest === 'string' && /^[0-9a-f]{32}$/i.test(digest) ? digest.toLowerCase() : undefined,
    license: concluded(given),
    /** NOASSERTION means that nobody has looked, NONE that somebody found no license. */
    isCleared: concluded(given) !== '' || given.trim() === 'NONE',
    note: read.text('licenseComments') || read.text('comment'),
  };
}

function packageOf(
  one: Members,
  stated: ReturnType<typeof statedBySpdx>,
  place: string,
  issues: Issues,
): IncomingItem[] {
  const read = new MemberReader(one, place, issues);
  const references = read.objects('externalRefs');
  const locatorOf = (...types: string[]) => {
    const reference = references.find((ref) => types.includes(String(own(ref, 'referenceType'))));
    const locator = reference && own(reference, 'referenceLocator');
    return typeof locator === 'string' ? locator : '';
  };
  const purl = purlOf(locatorOf('purl'), place, issues);
  const name = read.text('name', 255) || lastOfPurl(purl);
  if (name === '') {
    issues.push({ code: 'no-name', path: place, message: `${place} has neither name nor purl; it was left out.` });
    return [];
  }
  const license = concluded(read.text('licenseConcluded', 2000));
  const declared = concluded(read.text('licenseDeclared', 2000));
  return [
    itemOf({
      place,
      name,
      type: 'COMPONENT',
      component: { name, purl: componentPurlOf(purl), version: read.text('versionInfo', 255) },
      purl,
      ...(purl === '' ? { cpe: locatorOf('cpe23Type', 'cpe22Type') } : distributionOf(stated(one, purl))),
      url: concluded(read.text('homepage', 2400)),
      description: read.text('description') || read.text('summary'),
      licenseExpression: license || declared,
      notes: {
        ...NO_NOTES,
        // FOSSology writes the general assessment of a package as its comment.
        auditorReviewNotes: [read.text('licenseComments'), read.text('comment')].filter(Boolean).join('\n'),
        noticeText: concluded(read.text('copyrightText')),
      },
    }),
  ];
}

type Fields = Record<string, unknown>;

/** Converts the tag-value form of a document to the JSON form; undefined for other texts. */
export function spdxOfTagValues(text: string): Members | undefined {
  if (!/^SPDXVersion:/m.test(text.slice(0, 4096))) return undefined;
  const head: Fields = { packages: [], files: [], snippets: [], hasExtractedLicensingInfos: [], relationships: [] };
  let current = head;
  for (const { tag, value } of tagValues(text)) {
    const list = STARTS.get(tag);
    if (list !== undefined) {
      current = {};
      (head[list] as Fields[]).push(current);
    }
    // A relationship may stand anywhere; it belongs to the document.
    if (tag === 'Relationship') (head.relationships as Fields[]).push({});
    else if (tag.endsWith('Checksum')) addTo(current, 'checksums', pairOf(value.split(':'), CHECKSUM));
    else if (tag === 'ExternalRef')
      addTo(current, 'externalRefs', pairOf(value.split(/\s+/).slice(1), ['referenceType', 'referenceLocator']));
    else if (!STRUCTURE.has(tag)) current[TAGS.get(tag) ?? tag] = value;
  }
  return isFields(head) ? head : undefined;
}

const CHECKSUM = ['algorithm', 'checksumValue'];

function pairOf(values: readonly string[], names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name, at) => [name, values[at]?.trim()]));
}

function addTo(object: Fields, member: string, value: Fields): void {
  const list = own(object, member);
  if (Array.isArray(list)) list.push(value);
  else object[member] = [value];
}

/** Tags that begin an object, and the list that gets it. */
const STARTS: ReadonlyMap<string, string> = new Map([
  ['PackageName', 'packages'],
  ['FileName', 'files'],
  ['SnippetSPDXID', 'snippets'],
  ['LicenseID', 'hasExtractedLicensingInfos'],
]);

/** Tags that say when and by whom the document was made. */
const STRUCTURE = new Set(['Creator', 'Created', 'CreatorComment', 'LicenseListVersion', 'DataLicense']);

/** The names that tags have in JSON. A tag without one keeps its name, so that it is reported. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ['SPDXVersion', 'spdxVersion'],
  ['DocumentName', 'name'],
  ['DocumentNamespace', 'documentNamespace'],
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
  ['PackageDownloadLocation', 'downloadLocation'],
  ['PackageFileName', 'packageFileName'],
  ['PackageSupplier', 'supplier'],
  ['PackageOriginator', 'originator'],
  ['PackageVerificationCode', 'packageVerificationCode'],
  ['PackageAttributionText', 'attributionTexts'],
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
