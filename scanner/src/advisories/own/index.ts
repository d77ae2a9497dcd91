// A company's own advisories: a JSON list under `advisories`, each as a small OSV record that names packages by package URL and versions
// by one range text, because people write it by hand.
import { newAdvisory, newAffected, type RangeEvent, type VersionRange } from '../advisory.ts';
import { subjectOf } from '../names.ts';
import {
  type AdvisoryMember,
  cweOf,
  distinct,
  identifierField,
  isFields,
  isIdentifier,
  labelStatement,
  own as ownField,
  type Problems,
  quoted,
  type ReadingContext,
  recordsOf,
  textField,
  textsOf,
  timeField,
  vectorStatement,
} from '../reading.ts';

type Fields = Record<string, unknown>;

export const own: AdvisoryMember = {
  name: 'own',
  title: 'own advisories',
  format: 'json',
  isMine: (document) =>
    isFields(document) &&
    Array.isArray(ownField(document, 'advisories')) &&
    recordsLook(ownField(document, 'advisories') as unknown[]),
  read(document, reading) {
    for (const one of recordsOf(document as Fields, 'advisories', reading.problems)) readAdvisory(one, reading);
  },
};

function recordsLook(list: unknown[]): boolean {
  return list.every((one) => isFields(one) && ownField(one, 'packages') !== undefined);
}

function readAdvisory(record: Fields, { problems, emit }: ReadingContext): void {
  const id = identifierField(record, 'id', problems);
  if (id === '') return;
  const vector = textField(record, 'vector', problems);
  const kind = textField(record, 'kind', problems);
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      kind: kind === 'malware' || kind === 'notice' ? kind : 'vulnerability',
      aliases: textsOf(record, 'aliases', problems).filter(isIdentifier),
      withdrawn: timeField(record, 'withdrawn', problems),
      published: timeField(record, 'published', problems),
      modified: timeField(record, 'modified', problems),
      summary: textField(record, 'summary', problems),
      details: textField(record, 'details', problems),
      severities: [
        ...(vector === '' ? [] : vectorStatement(vector, 'OWN', problems)),
        ...labelStatement(textField(record, 'severity', problems), 'OWN'),
      ],
      cwes: distinct(textsOf(record, 'cwes', problems).map(cweOf)),
      references: textsOf(record, 'references', problems).map((url) => ({ type: 'WEB', url })),
      affected: recordsOf(record, 'packages', problems).flatMap((one) => affectedOf(one, problems)),
    },
  });
}

function affectedOf(fields: Fields, problems: Problems) {
  const purl = textField(fields, 'purl', problems);
  const subject = subjectOf(purl);
  if ('problem' in subject) {
    problems.add(`"packages.purl" is ${quoted(purl)}: ${subject.problem} The package was left out.`);
    return [];
  }
  const ranges = textsOf(fields, 'versions', problems).flatMap((text) => rangeOf(text, problems));
  const all: VersionRange = { kind: 'ECOSYSTEM', repo: '', events: [{ event: 'introduced', version: '0' }] };
  const isAll = ownField(fields, 'versions') === undefined;
  return [{ ...newAffected(subject.type, subject.name, purl, subject.release), ranges: isAll ? [all] : ranges }];
}

/** `>=1.0 <1.4.2`, `<=2.0`, `=1.1`, `*`. */
function rangeOf(text: string, problems: Problems): VersionRange[] {
  let introduced = '0';
  const ends: RangeEvent[] = [];
  for (const part of text === '*' ? [] : text.split(/[\s,]+/)) {
    const [, sign, version = ''] = /^(>=|<=|<|=)(\S+)$/.exec(part) ?? [];
    if (version === '') {
      problems.add(
        `"packages.versions" has ${quoted(text)}, but must be written like ">=1.0 <1.4.2"; it was left out.`,
      );
      return [];
    }
    if (sign === '>=') introduced = version;
    else if (sign === '<') ends.push({ event: 'fixed', version });
    else ends.push({ event: 'last_affected', version });
    if (sign === '=') introduced = version;
  }
  return [{ kind: 'ECOSYSTEM', repo: '', events: [{ event: 'introduced', version: introduced }, ...ends] }];
}
