// Decisions of people in ORT's configuration of a repository: concluded licenses of packages and files, with reasons. It is in `.ort.yml`, and also
// in ORT's results. https://oss-review-toolkit.org/ort/docs/configuration/ort-yml

import { isFields, own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import { plainPath } from '../../domain/files/file-matching.ts';
import { componentPurlOf } from '../../domain/inventories/inventory.ts';
import type { IncomingItem } from '../incoming.ts';
import { coordinatesOf } from './coordinates.ts';
import { itemOf, licenseItems, membersStay, NO_NOTES, stays } from './model.ts';

const GLOB = /[*?[{]/;

export interface Configured {
  items: IncomingItem[];
  choices: OrtLicenseChoice[];
}

export function itemsOfConfiguration(configuration: Members, place: string, issues: Issues): Configured {
  const read = new MemberReader(configuration, place, issues);
  const curations = new MemberReader(read.object('curations'), `${place}.curations`, issues);
  const findings = curations
    .objects('license_findings')
    .map((one, at) => findingOf(one, `${place}.curations.license_findings[${at}]`, issues));
  for (const { path, license, note, place: where } of findings.filter(
    (one) => GLOB.test(one.path) && one.license !== '',
  ))
    issues.push({
      code: 'pattern-stays',
      path: where,
      message: `The license ${license} that was concluded for ${path} stays in the document: a pattern of paths is not a file${note ? ` (${note})` : ''}.`,
    });
  const excludes = new MemberReader(read.object('excludes'), `${place}.excludes`, issues);
  const resolutions = new MemberReader(read.object('resolutions'), `${place}.resolutions`, issues);
  stays(
    issues,
    excludes.objects('paths').length + excludes.objects('scopes').length,
    'exclusions of paths and scopes',
    'this server has exclusions in scan profiles',
  );
  stays(
    issues,
    resolutions.objects('issues').length + resolutions.objects('rule_violations').length,
    'resolutions of issues and rule violations',
    'policies of this server decide again',
  );
  stays(
    issues,
    resolutions.objects('vulnerabilities').length,
    'resolutions of vulnerabilities',
    'they name no component',
  );
  stays(
    issues,
    findings.filter((one) => one.isNone).length,
    'findings that were concluded to be no license',
    'they correct scans of ORT, and scans of this server make their own',
  );
  const choices = choicesOf(read.object('license_choices'), `${place}.license_choices`, issues);
  for (const [name, what] of OTHER_LISTS) stays(issues, read.objects(name).length, what, 'they direct scans of ORT');
  membersStay(issues, [configuration], TAKEN.configuration, place);
  const packages = curations.objects('packages');
  membersStay(issues, packages.flatMap(statementsOf), TAKEN.curation, 'curations of packages');
  return {
    choices,
    items: [
      ...packages.flatMap((one, at) => itemOfCuration(one, `${place}.curations.packages[${at}]`, issues)),
      ...licenseItems(
        findings.filter((one) => one.license !== '' && !GLOB.test(one.path)),
        `${place}.curations.license_findings`,
      ),
    ],
  };
}

const OTHER_LISTS = [
  ['package_configurations', 'configurations of packages'],
  ['snippet_choices', 'choices of snippets'],
] as const;

const TAKEN = {
  configuration: [
    ...['curations', 'excludes', 'resolutions', 'license_choices', 'package_configurations', 'snippet_choices'],
  ],
  curation: ['concluded_license', 'comment', 'description', 'homepage_url'],
};

/** What a curation with a concluded license states; the others stay as a whole. */
function statementsOf(one: Members): Members[] {
  const said = own(one, 'curations');
  return isFields(said) && typeof own(said, 'concluded_license') === 'string' ? [said] : [];
}

/** The choice of one license of an expression with OR; for all packages if `id` is empty. */
export interface OrtLicenseChoice {
  place: string;
  id: string;
  given: string;
  choice: string;
}

function choicesOf(choices: Members, place: string, issues: Issues): OrtLicenseChoice[] {
  const read = new MemberReader(choices, place, issues);
  const all = read.objects('repository_license_choices').map((one) => ['', one] as const);
  const ofPackages = read.objects('package_license_choices').flatMap((one) => {
    const inner = new MemberReader(one, place, issues);
    return inner.objects('license_choices').map((choice) => [inner.text('package_id', 1000), choice] as const);
  });
  // A choice for a package comes before one for all.
  return [...ofPackages, ...all].map(([id, one]) => {
    const inner = new MemberReader(one, place, issues);
    return { place, id, given: inner.text('given', 2000), choice: inner.text('choice', 2000) };
  });
}

function findingOf(one: Members, place: string, issues: Issues) {
  const read = new MemberReader(one, place, issues);
  const license = read.text('concluded_license', 2000);
  return {
    place,
    path: plainPath(read.text('path', 4000)),
    license: license === 'NONE' ? '' : license,
    isNone: license === 'NONE',
    note: [
      [read.text('reason', 100), read.text('comment')].filter(Boolean).join(': '),
      read.text('detected_license', 2000) && `ORT had detected ${read.text('detected_license', 2000)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** `{ id, curations: { concluded_license, comment, … } }` */
export function itemOfCuration(one: Members, place: string, issues: Issues): IncomingItem[] {
  const read = new MemberReader(one, place, issues);
  const curation = new MemberReader(read.object('curations'), `${place}.curations`, issues);
  const id = read.text('id', 1000);
  const coordinates = coordinatesOf(id);
  const license = curation.text('concluded_license', 2000);
  if (coordinates === undefined || license === '') {
    const why = coordinates === undefined ? `"${id}" names no package` : 'it concludes no license';
    issues.push({
      code: 'curation-stays',
      path: place,
      message: `The curation of ${id || place} stays in the document: ${why}.`,
    });
    return [];
  }
  const { name, version, purl } = coordinates;
  return [
    itemOf({
      place,
      name,
      type: 'COMPONENT',
      component: { name, purl: componentPurlOf(purl), version },
      purl,
      licenseExpression: license,
      description: curation.text('description'),
      url: curation.text('homepage_url', 2400),
      notes: { ...NO_NOTES, auditorReviewNotes: curation.text('comment') },
    }),
  ];
}
