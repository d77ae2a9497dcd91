// CSAF 2.0 and 2.1 security advisories and VEX documents: https://docs.oasis-open.org/csaf/csaf/v2.1/csaf-v2.1.html
// Each vulnerability of a document is one advisory. Only products with a package URL count; the CPE of the platform
// gives the release.
import { type AffectedPackage, newAdvisory, newAffected, type SeverityStatement } from '../advisory.ts';
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
  type Reading,
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

function readDocument(root: Fields, reading: Reading): void {
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
  { problems, emit }: Reading,
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

function affectedOf(status: Fields, products: CsafProducts, problems: Problems): AffectedPackage[] {
  const affected = new Map<string, AffectedPackage>();
  const add = (productId: string, isFixed: boolean) => {
    const place = placeOf(productId, products);
    if (place === undefined) return;
    const key = `${place.type} ${place.name} ${place.release} ${isFixed ? place.version : ''}`;
    if (affected.has(key)) return;
    affected.set(key, {
      ...newAffected(place.type, place.name, place.name, place.release),
      ranges: [
        {
          kind: 'ECOSYSTEM',
          repo: '',
          events: [
            { event: 'introduced', version: '0' },
            ...(isFixed && place.version !== '' ? [{ event: 'fixed' as const, version: place.version }] : []),
          ],
        },
      ],
    });
  };
  for (const id of textsOf(status, 'fixed', problems)) add(id, true);
  for (const name of ['known_affected', 'first_affected', 'last_affected'])
    for (const id of textsOf(status, name, problems)) add(id, false);
  return [...affected.values()];
}

function placeOf(productId: string, products: CsafProducts) {
  const product = csafProductOf(productId, products);
  if (product === undefined) return undefined;
  const subject = subjectOf(product.purl);
  return 'problem' in subject ? undefined : { ...subject, release: product.release || subject.release };
}
