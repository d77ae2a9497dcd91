// The result of ORT's analyzer, scanner or evaluator: packages with their concluded licenses.
// https://oss-review-toolkit.org/ort/docs/getting-started/usage
import { isFields, own } from '@assay/scanner/items';
import { componentPurlOf } from '../../../domain/inventory.ts';
import { type IncomingItem, type Issues, MemberReader, type Members, purlOf } from '../../incoming.ts';
import { coordinatesOf } from '../coordinates.ts';
import { type ForeignFormat, itemOf, NO_NOTES, stays } from '../model.ts';
import { itemsOfConfiguration } from '../ort-configuration.ts';

export const ortResult: ForeignFormat = {
  name: 'ort-result',
  title: 'Result of ORT',
  recognizes: (document) => isFields(own(document, 'repository')) && 'analyzer' in document,
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const analyzer = new MemberReader(read.object('analyzer'), 'analyzer', issues);
    const result = new MemberReader(analyzer.object('result'), 'analyzer.result', issues);
    const curated = curationsOf(
      new MemberReader(read.object('resolved_configuration'), 'resolved_configuration', issues).objects(
        'package_curations',
      ),
      issues,
    );
    const packages = result
      .objects('packages')
      .flatMap((one, at) => packageOf(one, `analyzer.result.packages[${at}]`, curated, issues));
    const repository = new MemberReader(read.object('repository'), 'repository', issues);
    const advisor = new MemberReader(
      new MemberReader(read.object('advisor'), 'advisor', issues).object('results'),
      'advisor.results',
      issues,
    );
    const evaluator = new MemberReader(read.object('evaluator'), 'evaluator', issues);
    const scanner = new MemberReader(read.object('scanner'), 'scanner', issues);
    stays(issues, scanner.objects('scan_results').length, 'scan results', 'scans of this server make their own');
    stays(issues, evaluator.objects('violations').length, 'rule violations', 'policies of this server decide again');
    stays(
      issues,
      Object.keys(advisor.object('advisor_results')).length,
      'packages with advice',
      'this server matches vulnerabilities itself',
    );
    const vcs = new MemberReader(repository.object('vcs'), 'repository.vcs', issues).text('url', 2400);
    return {
      source: `result of ORT${vcs ? ` of ${vcs}` : ''}`,
      items: withConfiguration(
        packages,
        itemsOfConfiguration(repository.object('config'), 'repository.config', issues),
      ),
      files: [],
      analyses: [],
    };
  },
};

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
  // Older results have the package beside its curations.
  const inner = own(one, 'package');
  const read = new MemberReader(isFields(inner) ? inner : one, place, issues);
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
