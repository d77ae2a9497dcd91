// The result of ORT's analyzer, scanner or evaluator: packages with their concluded licenses.
// https://oss-review-toolkit.org/ort/docs/getting-started/usage
import { isFields, own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import { componentPurlOf } from '../../../domain/inventories/inventory.ts';
import { type IncomingItem, purlOf } from '../../incoming.ts';
import { coordinatesOf } from '../coordinates.ts';
import { type ForeignFormat, itemOf, membersStay, NO_NOTES, stays } from '../model.ts';
import { itemsOfConfiguration, type OrtLicenseChoice } from '../ort-configuration.ts';

export const ortResult: ForeignFormat = {
  name: 'ort-result',
  title: 'Result of ORT',
  recognizes: (document) => isFields(own(document, 'repository')) && 'analyzer' in document,
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const analyzer = new MemberReader(read.object('analyzer'), 'analyzer', issues);
    const result = new MemberReader(analyzer.object('result'), 'analyzer.result', issues);
    const resolved = new MemberReader(read.object('resolved_configuration'), 'resolved_configuration', issues);
    const curated = curationsOf(resolved.objects('package_curations'), issues);
    const packages = result
      .objects('packages')
      .flatMap((one, at) => packageOf(one, `analyzer.result.packages[${at}]`, curated, issues));
    const repository = new MemberReader(read.object('repository'), 'repository', issues);
    const advised = new MemberReader(read.object('advisor'), 'advisor', issues).object('results');
    // Older results have the packages one level deeper.
    const advice = isFields(own(advised, 'advisor_results')) ? own(advised, 'advisor_results') : advised;
    const evaluator = new MemberReader(read.object('evaluator'), 'evaluator', issues);
    const scanner = new MemberReader(read.object('scanner'), 'scanner', issues);
    stays(issues, scanner.objects('scan_results').length, 'scan results', 'scans of this server make their own');
    stays(issues, evaluator.objects('violations').length, 'rule violations', 'policies of this server decide again');
    stays(
      issues,
      Object.keys(advice as object).length,
      'packages with advice',
      'this server matches vulnerabilities itself',
    );
    stays(
      issues,
      result.objects('projects').length,
      'projects of the repository',
      'this server imports into one project',
    );
    stays(
      issues,
      resolved.objects('package_configurations').length,
      'configurations of packages',
      'they are about files of packages, which are not in the code base',
    );
    membersStay(issues, [document], STEPS, 'the document');
    membersStay(issues, [read.object('resolved_configuration')], RESOLVED, 'resolved_configuration');
    membersStay(issues, result.objects('packages').map(innerOf), TAKEN, 'packages');
    const config = itemsOfConfiguration(repository.object('config'), 'repository.config', issues);
    const vcs = ['vcs', 'vcs_processed']
      .map((name) => new MemberReader(repository.object(name), `repository.${name}`, issues).text('url', 2400))
      .find((url) => url !== '');
    return {
      source: `result of ORT${vcs ? ` of ${vcs}` : ''}`,
      items: withChoices(withConfiguration(packages, config.items), config.choices, issues),
      files: [],
      analyses: [],
    };
  },
};

/** Members that are read, or that repeat others. */
const TAKEN = [
  ...['id', 'purl', 'concluded_license', 'declared_licenses', 'declared_licenses_processed', 'description'],
  ...['homepage_url', 'vcs_processed'],
];

const STEPS = ['repository', 'analyzer', 'scanner', 'advisor', 'evaluator', 'resolved_configuration'];
const RESOLVED = ['package_curations', 'package_configurations'];

/** Older results have the package beside its curations. */
function innerOf(one: Members): Members {
  const inner = own(one, 'package');
  return isFields(inner) ? inner : one;
}

/** Takes the license that people chose for a package, or for all packages with the same alternatives. */
function withChoices(items: IncomingItem[], choices: readonly OrtLicenseChoice[], issues: Issues): IncomingItem[] {
  const used = new Set<OrtLicenseChoice>();
  const chosen = items.map((item) => {
    const alternatives = alternativesOf(item.licenseExpression);
    const choice = choices.find(
      (one) =>
        (one.id === '' || coordinatesOf(one.id)?.purl === item.purl) && alternativesOf(one.given) === alternatives,
    );
    if (choice === undefined || alternatives === '' || choice.choice === '') return item;
    used.add(choice);
    const note = `Chosen in ORT: ${choice.choice} of ${item.licenseExpression}`;
    const notes = [item.notes.auditorReviewNotes, note].filter(Boolean).join('\n');
    return { ...item, licenseExpression: choice.choice, notes: { ...item.notes, auditorReviewNotes: notes } };
  });
  for (const one of choices.filter((choice) => !used.has(choice)))
    issues.push({
      code: 'choice-stays',
      path: one.place,
      message: `The choice of ${one.choice || 'a license'} for ${one.id || 'all packages'} stays in the document: no package has exactly the alternatives ${one.given || 'that it names'}.`,
    });
  return chosen;
}

/** The alternatives of an expression of names and OR, in one order; '' for other expressions. */
function alternativesOf(expression: string): string {
  const names = expression.split(' OR ').map((name) => name.trim());
  return names.length > 1 && names.every((name) => /^[^\s()]+$/.test(name)) ? names.sort().join(' OR ') : '';
}

interface Curation {
  license: string;
  comments: string[];
}

function curationsOf(providers: Members[], issues: Issues): Map<string, Curation> {
  const byId = new Map<string, Curation>();
  const all = providers.flatMap((provider) =>
    new MemberReader(provider, 'package_curations', issues).objects('curations'),
  );
  for (const one of all) {
    const read = new MemberReader(one, 'package_curations', issues);
    const curation = new MemberReader(read.object('curations'), 'package_curations', issues);
    const known = byId.get(read.text('id', 1000)) ?? { license: '', comments: [] };
    // The first provider overrules later ones.
    known.license ||= curation.text('concluded_license', 2000);
    known.comments.push(curation.text('comment'));
    byId.set(read.text('id', 1000), known);
  }
  return byId;
}

function packageOf(one: Members, place: string, curated: Map<string, Curation>, issues: Issues): IncomingItem[] {
  const read = new MemberReader(innerOf(one), place, issues);
  const id = read.text('id', 1000);
  const coordinates = coordinatesOf(id);
  if (coordinates === undefined) {
    issues.push({ code: 'no-item', path: place, message: `"${id}" at ${place} names no package; it was left out.` });
    return [];
  }
  const purl = purlOf(read.text('purl', 4000), place, issues) || coordinates.purl;
  const declared = new MemberReader(
    read.object('declared_licenses_processed'),
    `${place}.declared_licenses_processed`,
    issues,
  );
  const curation = curated.get(id);
  return [
    itemOf({
      place,
      name: coordinates.name,
      type: 'COMPONENT',
      component: { name: coordinates.name, purl: componentPurlOf(purl), version: coordinates.version },
      purl,
      description: read.text('description'),
      url: read.text('homepage_url', 2400),
      licenseExpression:
        read.text('concluded_license', 2000) || curation?.license || declared.text('spdx_expression', 2000),
      notes: { ...NO_NOTES, auditorReviewNotes: (curation?.comments ?? []).filter(Boolean).join('\n') },
    }),
  ];
}

/** Statements of the repository about a package overrule findings. */
function withConfiguration(packages: IncomingItem[], configured: IncomingItem[]): IncomingItem[] {
  const byPurl = new Map(configured.flatMap((one) => (one.purl === '' ? [] : [[one.purl, one] as const])));
  const met = new Set<IncomingItem>();
  const merged = packages.map((one) => {
    const own = byPurl.get(one.purl);
    if (own === undefined) return one;
    met.add(own);
    const notes = [one.notes.auditorReviewNotes, own.notes.auditorReviewNotes].filter(Boolean).join('\n');
    return { ...one, licenseExpression: own.licenseExpression, notes: { ...one.notes, auditorReviewNotes: notes } };
  });
  return [...merged, ...configured.filter((one) => !met.has(one))];
}
