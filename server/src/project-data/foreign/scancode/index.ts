// ScanCode's results: packages with their licenses. Its detections in files are no conclusions, and this server scans the files itself.
// https://scancode-toolkit.readthedocs.io/en/latest/reference/scan-output.html
import { isFields, own } from '@assay/scanner/items';
import { componentPurlOf } from '../../../domain/inventory.ts';
import { lastOfPurl, MemberReader, purlOf } from '../../incoming.ts';
import { type ForeignFormat, itemOf, NO_NOTES, stays } from '../model.ts';

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
    const detected = read
      .objects('files')
      .filter(
        (file) => own(file, 'detected_license_expression') || (own(file, 'licenses') as unknown[] | undefined)?.length,
      );
    stays(
      issues,
      detected.length,
      'license detections in files',
      'they are no conclusions, and scans of this server make their own',
    );
    return { source: `ScanCode ${typeof version === 'string' ? version : ''}`.trim(), items, files: [], analyses: [] };
  },
};
