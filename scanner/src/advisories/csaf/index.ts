// CSAF 2.0 and 2.1 security advisories and VEX documents: https://docs.oasis-open.org/csaf/csaf/v2.1/csaf-v2.1.html
// Each vulnerability of a document is one advisory. Only products with a package URL count; the CPE of the platform
// gives the release.
import {
  type AffectedPackage,
  newAdvisory,
  newAffected,
  type RangeEvent,
  type SeverityStatement,
} from '../advisory.ts';
import { subjectOf } from '../names.ts';
import {
  type AdvisoryMember,
  cweOf,
  distinct,
  fieldsOf,
  isFields,
  isIdentifier,
  labelStatement,
  own,
  type Problems,
  type ReadingContext,
  recordsOf,
  textField,
  textsOf,
  timeField,
  vectorStatement,
} from '../reading.ts';
import { type CsafProducts, csafProductOf, csafProducts } from './products.ts';

type Fields = Record<string, unknown>;

export const csaf: AdvisoryMember = {
  name: 'csaf',
  title: 'CSAF',
  format: 'json',
  isMine: (document) =>
    isFields(document) &&
    isFields(own(document, 'document')) &&
    own(own(document, 'document') as Fields, 'csaf_version') !== undefined,
  read: (document, reading) => readDocument(document as Fields, reading),
};

function readDocument(root: Fields, reading: ReadingContext): void {
  const { problems } = reading;
  const document = fieldsOf(root, 'document', problems);
  const tracking = fieldsOf(document, 'tracking', problems);
  const products = csafProducts(fieldsOf(root, 'product_tree', problems), problems);
  const head = {
    id: textField(tracking, 'id', problems),
    publisher: textField(fieldsOf(document, 'publisher', problems), 'name', problems) || 'CSAF',
    published: timeField(tracking, 'initial_release_date', problems),
    modified: timeField(tracking, 'current_release_date', problems),
    label: textField(fieldsOf(document, 'aggregate_severity', problems), 'text', problems),
  };
  for (const one of recordsOf(root, 'vulnerabilities', problems)) readVulnerability(one, head, products, reading);
}

function readVulnerability(
  fields: Fields,
  head: { id: string; publisher: string; published: string | null; modified: string | null; label: string },
  products: CsafProducts,
  { problems, emit }: ReadingContext,
): void {
  const cve = textField(fields, 'cve', problems);
  const ids = recordsOf(fields, 'ids', problems).map((one) => textField(one, 'text', problems));
  const vulnerability = [cve, ...ids].find(isIdentifier);
  const id = `${head.id}:${vulnerability ?? ''}`;
  if (vulnerability === undefined || !isIdentifier(id)) {
    problems.add('"vulnerabilities" has an entry without "cve" and without "ids"; it was left out.');
    return;
  }
  const notes = recordsOf(fields, 'notes', problems);
  const about = notes.find((note) => ['description', 'summary'].includes(textField(note, 'category', problems))) ?? {};
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      aliases: [vulnerability],
      published: timeField(fields, 'release_date', problems) ?? head.published,
      modified: head.modified,
      summary: textField(fields, 'title', problems),
      details: textField(about, 'text', problems),
      severities: severitiesOf(fields, head, problems),
      cwes: weaknessesOf(fields, problems),
      references: recordsOf(fields, 'references', problems).map((one) => ({
        type: 'WEB',
        url: textField(one, 'url', problems),
      })),
      affected: affectedOf(fieldsOf(fields, 'product_status', problems), products, problems),
    },
  });
}

/** 2.0 has `scores` and one `cwe`, 2.1 `metrics` and `cwes`. */
function severitiesOf(
  fields: Fields,
  head: { publisher: string; label: string },
  problems: Problems,
): SeverityStatement[] {
  const contents = [
    ...recordsOf(fields, 'scores', problems),
    ...recordsOf(fields, 'metrics', problems).map((one) => fieldsOf(one, 'content', problems)),
  ];
  const vectors = distinct(
    contents.flatMap((one) =>
      ['cvss_v2', 'cvss_v3', 'cvss_v4'].map((name) =>
        textField(fieldsOf(one, name, problems), 'vectorString', problems),
      ),
    ),
  );
  const impact = recordsOf(fields, 'threats', problems).find(
    (one) => textField(one, 'category', problems) === 'impact',
  );
  return [
    ...vectors.flatMap((vector) => vectorStatement(vector, head.publisher, problems)),
    ...labelStatement(impact ? textField(impact, 'details', problems) : head.label, head.publisher),
  ];
}

function weaknessesOf(fields: Fields, problems: Problems): string[] {
  const all = [fieldsOf(fields, 'cwe', problems), ...recordsOf(fields, 'cwes', problems)];
  return distinct(all.map((one) => cweOf(textField(one, 'id', problems))));
}

/** Statuses and what the version of their products means. A product without a version stands for all of them. */
const STATUSES = {
  fixed: 'fixed',
  first_fixed: 'fixed',
  recommended: 'fixed',
  known_affected: 'listed',
  first_affected: 'introduced',
  last_affected: 'last_affected',
} as const;

function affectedOf(status: Fields, products: CsafProducts, problems: Problems): AffectedPackage[] {
  const affected = new Map<string, AffectedPackage>();
  const fixed = new Set<string>();
  for (const [name, means] of Object.entries(STATUSES)) {
    for (const id of textsOf(status, name, problems)) {
      const place = placeOf(id, products);
      if (place === undefined) continue;
      const { type, version, release } = place;
      const what = `${type} ${place.name} ${release}`;
      if (means === 'fixed') {
        if (version === '') continue;
        fixed.add(what);
      }
      // What is affected until a fix of the same release has an end.
      if (means !== 'fixed' && version === '' && fixed.has(what)) continue;
      const key = `${what} ${means} ${version}`;
      if (affected.has(key)) continue;
      const isListed = means === 'listed' && version !== '';
      affected.set(key, {
        ...newAffected(type, place.name, place.name, release),
        ranges: isListed ? [] : [{ kind: 'ECOSYSTEM', repo: '', events: eventsOf(means, version) }],
        versions: isListed ? [version] : [],
      });
    }
  }
  return [...affected.values()];
}

function eventsOf(means: (typeof STATUSES)[keyof typeof STATUSES], version: string): RangeEvent[] {
  if (means === 'introduced' && version !== '') return [{ event: 'introduced', version }];
  const start: RangeEvent = { event: 'introduced', version: '0' };
  return version === '' || means === 'listed' || means === 'introduced' ? [start] : [start, { event: means, version }];
}

function placeOf(productId: string, products: CsafProducts) {
  const product = csafProductOf(productId, products);
  if (product === undefined) return undefined;
  const subject = subjectOf(product.purl);
  return 'problem' in subject ? undefined : { ...subject, release: product.release || subject.release };
}
