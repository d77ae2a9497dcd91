// SPDX 2 as FOSSology writes it with its clearing decisions: licenses that people concluded for packages and files, and their comments.
// https://spdx.github.io/spdx-spec/v2.3/

import { statedSources } from '@assay/scanner/advisories';
import { own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import { readSbomDocument } from '@assay/scanner/sbom-read';
import { plainPath } from '../../../domain/files/file-matching.ts';
import type { IncomingFile } from '../../incoming.ts';
import { itemOfPart, nameOfPart } from '../../sbom/parts.ts';
import { concluded, type ForeignFormat, licenseItems, membersStay, stays, withoutName } from '../model.ts';

export const spdx: ForeignFormat = {
  name: 'spdx',
  title: 'SPDX 2 (FOSSology)',
  recognizes: (document) => typeof own(document, 'spdxVersion') === 'string' && own(document, '@context') === undefined,
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const [givenFiles, givenPackages] = [read.objects('files'), read.objects('packages')];
    const files = givenFiles.map((file, at) => fileOf(file, `files[${at}]`, issues));
    const sbom = readSbomDocument(document);
    const stated = statedSources(sbom?.parts ?? []);
    for (const { code, place, message } of sbom?.issues ?? [])
      if (code !== 'not-understood' && place !== 'relationships') issues.push({ code, path: place, message });
    const packages = (sbom?.parts ?? []).flatMap((part) => {
      const named = nameOfPart(part, issues);
      return named.name === '' ? withoutName(part.place, issues) : [itemOfPart(part, named, stated(part, named.purl))];
    });
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
