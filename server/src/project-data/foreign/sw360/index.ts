// A project of SW360 from its REST interface, with releases, licenses and the state of their clearing. https://eclipse.dev/sw360/docs/
import { isFields, own } from '@assay/scanner/items';
import { componentPurlOf } from '../../../domain/inventory.ts';
import { type IncomingItem, type Issues, MemberReader, type Members, purlOf } from '../../incoming.ts';
import { type ForeignFormat, itemOf, NO_NOTES, stays } from '../model.ts';

/** States in which somebody has cleared the release. */
const CLEARED = ['APPROVED', 'REPORT_AVAILABLE'];

export const sw360: ForeignFormat = {
  name: 'sw360',
  title: 'Project of SW360',
  recognizes(document) {
    const embedded = own(document, '_embedded');
    return isFields(embedded) && Object.keys(embedded).some((name) => name.startsWith('sw360:'));
  },
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const embedded = new MemberReader(read.object('_embedded'), '_embedded', issues);
    const items = embedded
      .objects('sw360:releases')
      .flatMap((one, at) => releaseOf(one, `_embedded.sw360:releases[${at}]`, issues));
    for (const [name, what] of [
      ['sw360:vulnerabilities', 'vulnerabilities'],
      ['sw360:projects', 'linked projects'],
      ['sw360:attachments', 'attachments'],
      ['sw360:obligations', 'obligations'],
    ] as const)
      stays(issues, embedded.objects(name).length, what, 'an import of releases creates none of them');
    const name = [read.text('name', 255), read.text('version', 100)].filter(Boolean).join(' ');
    return { source: `SW360${name ? `, project ${name}` : ''}`, items, files: [], analyses: [] };
  },
};

function releaseOf(release: Members, place: string, issues: Issues): IncomingItem[] {
  const read = new MemberReader(release, place, issues);
  const name = read.text('name', 255);
  if (name === '') {
    issues.push({ code: 'no-item', path: place, message: `${place} has no name; it was left out.` });
    return [];
  }
  const purl = purlOf(purlIn(read.object('externalIds')), place, issues);
  const licenses = read.texts('mainLicenseIds');
  const state = read.text('clearingState', 50);
  const clearing = new MemberReader(read.object('clearingInformation'), `${place}.clearingInformation`, issues);
  const notes = [state && `Clearing state in SW360: ${state}`, clearing.text('comment'), clearing.text('evaluated')]
    .filter(Boolean)
    .join('\n');
  return [
    itemOf({
      place,
      name,
      type: 'COMPONENT',
      component: { name, purl: componentPurlOf(purl), version: read.text('version', 255) },
      purl,
      url: read.text('sourceCodeDownloadurl', 2400),
      licenseExpression: licenses
        .map((one) => (/\s/.test(one) && licenses.length > 1 ? `(${one})` : one))
        .join(' AND '),
      notes: { ...NO_NOTES, auditorReviewNotes: notes },
      ...(CLEARED.includes(state) ? { status: 'APPROVED' as const, isStatusSetByPerson: true } : {}),
    }),
  ];
}

/** One URL, or a list of them as JSON text. */
function purlIn(ids: Members): string {
  const said = own(ids, 'package-url') ?? own(ids, 'purl');
  if (Array.isArray(said)) return typeof said[0] === 'string' ? said[0] : '';
  if (typeof said !== 'string') return '';
  return /^\["([^"]+)"/.exec(said)?.[1] ?? said;
}
