// ScanCode's results: packages with their licenses. Its detections in files are no conclusions, and this server scans the files itself.
// https://scancode-toolkit.readthedocs.io/en/latest/reference/scan-output.html
import { isFields, own } from '@assay/scanner/items';
import { MemberReader, type Members } from '@assay/scanner/member-reader';
import { componentPurlOf } from '../../../domain/inventories/inventory.ts';
import { lastOfPurl, purlOf } from '../../incoming.ts';
import { type ForeignFormat, itemOf, membersStay, NO_NOTES, stays } from '../model.ts';

/** Findings in files, by what they are called in the log. */
const FINDINGS: [what: string, members: string[]][] = [
  ['license detections in files', ['detected_license_expression', 'detected_license_expression_spdx', 'licenses']],
  ['files with copyrights', ['copyrights']],
  ['files with e-mail addresses or URLs', ['emails', 'urls']],
];

const TAKEN = {
  document: ['headers', 'packages', 'files'],
  package: [
    ...['type', 'namespace', 'name', 'version', 'purl', 'package_uid', 'homepage_url', 'description'],
    ...['declared_license_expression', 'declared_license_expression_spdx'],
    ...['license_expression', 'license_expression_spdx', 'extracted_license_statement'],
    ...['notice_text', 'datafile_paths'],
  ],
};

const isFilled = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
const hasAny = (one: Members, names: readonly string[]) => names.some((name) => isFilled(own(one, name)));
/** ScanCode writes every member, also those without a value. */
const filled = (one: Members): Members =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => isFilled(value)));

export const scancode: ForeignFormat = {
  name: 'scancode',
  title: 'ScanCode JSON',
  recognizes(document) {
    const headers = own(document, 'headers');
    return (
      Array.isArray(headers) &&
      headers.some((one) => isFields(one) && String(own(one, 'tool_name')).startsWith('scancode'))
    );
  },
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const [header] = read.objects('headers');
    const version = header ? own(header, 'tool_version') : undefined;
    const items = read.objects('packages').flatMap((one, at) => {
      const place = `packages[${at}]`;
      const own = new MemberReader(one, place, issues);
      const purl = purlOf(own.text('purl', 4000), place, issues);
      const name = [own.text('namespace', 255), own.text('name', 255)].filter(Boolean).join('/') || lastOfPurl(purl);
      if (name === '') return [];
      return [
        itemOf({
          place,
          name,
          type: 'COMPONENT',
          component: { name, purl: componentPurlOf(purl), version: own.text('version', 255) },
          purl,
          url: own.text('homepage_url', 2400),
          description: own.text('description'),
          licenseExpression:
            own.text('declared_license_expression_spdx', 2000) || own.text('license_expression_spdx', 2000),
          files: own.texts('datafile_paths'),
          notes: {
            ...NO_NOTES,
            noticeText: own.text('notice_text'),
            detectionNotes: own.text('extracted_license_statement'),
          },
        }),
      ];
    });
    const files = read.objects('files');
    const detections = FINDINGS.map(([what, names]) => [what, files.filter((file) => hasAny(file, names))] as const);
    for (const [what, found] of detections)
      stays(issues, found.length, what, 'they are no conclusions, and scans of this server make their own');
    stays(
      issues,
      files.filter((file) => hasAny(file, ['scan_errors'])).length,
      'files with errors of the scan',
      'what ScanCode could not read there is not in the document',
    );
    membersStay(issues, [filled(document)], TAKEN.document, 'the document');
    membersStay(issues, read.objects('packages').map(filled), TAKEN.package, 'packages');
    return { source: `ScanCode ${typeof version === 'string' ? version : ''}`.trim(), items, files: [], analyses: [] };
  },
};
