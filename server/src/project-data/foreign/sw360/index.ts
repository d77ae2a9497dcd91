// A project, a list of releases or one release of SW360 from its REST interface, with licenses and the state of their clearing. https://eclipse.dev/sw360/docs/
import { isFields, own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import { componentPurlOf } from '../../../domain/inventories/inventory.ts';
import { type IncomingItem, purlOf } from '../../incoming.ts';
import { type ForeignFormat, itemOf, membersStay, NO_NOTES, stays } from '../model.ts';

/** States in which somebody has cleared the release. */
const CLEARED = ['APPROVED', 'REPORT_AVAILABLE'];

export const sw360: ForeignFormat = {
  name: 'sw360',
  title: 'Project of SW360',
  recognizes: (document) => isRelease(document) || namesIn(document, '_embedded'),
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const embedded = new MemberReader(read.object('_embedded'), '_embedded', issues);
    const releases = isRelease(document) ? [document] : embedded.objects('sw360:releases');
    const place = (at: number) => (isRelease(document) ? 'document' : `_embedded.sw360:releases[${at}]`);
    const items = releases.flatMap((one, at) => releaseOf(one, place(at), issues));
    const bare = releases.filter((one) => own(one, 'name') && own(one, 'mainLicenseIds') === undefined);
    stays(issues, bare.length, 'releases come without licenses', 'export the releases with all their details');
    for (const [name, what] of [
      ['sw360:vulnerabilities', 'vulnerabilities'],
      ['sw360:projects', 'linked projects'],
      ['sw360:attachments', 'attachments'],
      ['sw360:obligations', 'obligations'],
    ] as const)
      stays(issues, embedded.objects(name).length, what, 'an import of releases creates none of them');
    if (!isRelease(document)) membersStay(issues, [document], TAKEN.project, 'the project');
    membersStay(issues, releases, TAKEN.release, 'releases');
    membersStay(issues, releases.flatMap(otherIds), [], 'external ids');
    const name = [read.text('name', 255), read.text('version', 100)].filter(Boolean).join(' ');
    const kind = isRelease(document) ? 'release' : 'project';
    return { source: `SW360${name ? `, ${kind} ${name}` : ''}`, items, files: [], analyses: [] };
  },
};

const namesIn = (document: Members, member: string) => {
  const value = own(document, member);
  return isFields(value) && Object.keys(value).some((name) => name.startsWith('sw360:'));
};

/** A release links to its component. */
function isRelease(document: Members): boolean {
  const links = own(document, '_links');
  return isFields(links) && 'sw360:component' in links && typeof own(document, 'name') === 'string';
}

/** Members that are read, or that only identify something in the other system. */
const TAKEN = {
  project: ['name', 'version', 'id', '_links', '_embedded', 'page'],
  release: [
    ...['name', 'version', 'id', 'componentId', '_links', '_embedded', 'externalIds', 'mainLicenseIds'],
    ...['otherLicenseIds', 'clearingState', 'clearingInformation', 'sourceCodeDownloadurl'],
  ],
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
  const others = read.texts('otherLicenseIds').join(', ').slice(0, 60_000);
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
      notes: {
        ...NO_NOTES,
        auditorReviewNotes: notes,
        detectionNotes: others && `Other licenses in SW360: ${others}`,
      },
      ...(CLEARED.includes(state) ? { status: 'APPROVED' as const, isStatusSetByPerson: true } : {}),
    }),
  ];
}

/** One URL, or a list of them as JSON text. Its id may have any name, such as that of an ecosystem. */
function purlIn(ids: Members): string {
  const said = [own(ids, 'package-url'), own(ids, 'purl'), ...Object.values(ids)].map(purlOfId);
  return said.find((one) => one !== '') ?? '';
}

function purlOfId(said: unknown): string {
  const one: unknown = Array.isArray(said) ? said[0] : said;
  if (typeof one !== 'string') return '';
  const purl = /^\["([^"]+)"/.exec(one)?.[1] ?? one;
  return purl.startsWith('pkg:') ? purl : '';
}

/** The external ids of a release that are no package URL. */
function otherIds(release: Members): Members[] {
  const ids = own(release, 'externalIds');
  if (!isFields(ids)) return [];
  return [Object.fromEntries(Object.entries(ids).filter(([, value]) => purlOfId(value) === ''))];
}
