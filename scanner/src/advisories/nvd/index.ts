// API 2.0 of NVD: `vulnerabilities[].cve`, in answers of the API and in yearly feeds.
// https://nvd.nist.gov/developers/vulnerabilities
import { type AffectedPackage, newAdvisory, type SeverityStatement, type VersionRange } from '../advisory.ts';
import { affectedOfCpe } from '../cpe.ts';
import {
  type AdvisoryMember,
  cweOf,
  distinct,
  fieldsOf,
  identifierField,
  isFields,
  own,
  type Problems,
  type ReadingContext,
  recordsOf,
  textField,
  timeField,
  vectorStatement,
} from '../reading.ts';

type Fields = Record<string, unknown>;

/** A sentence names no more. */
const MOST_PLATFORMS = 3;

export const nvd: AdvisoryMember = {
  name: 'nvd',
  title: 'NVD',
  format: 'json',
  isMine: (document) =>
    isFields(document) && own(document, 'format') === 'NVD_CVE' && Array.isArray(own(document, 'vulnerabilities')),
  read(document, reading) {
    for (const one of recordsOf(document as Fields, 'vulnerabilities', reading.problems))
      readEntry(fieldsOf(one, 'cve', reading.problems), reading);
  },
};

function readEntry(entry: Fields, { problems, emit }: ReadingContext): void {
  const id = identifierField(entry, 'id', problems);
  if (id === '') return;
  const isRejected = /^reject/i.test(textField(entry, 'vulnStatus', problems));
  const modified = timeField(entry, 'lastModified', problems);
  const texts = recordsOf(entry, 'descriptions', problems);
  const english = texts.find((one) => textField(one, 'lang', problems) === 'en') ?? {};
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      withdrawn: isRejected ? (modified ?? '1999-01-01T00:00:00.000Z') : null,
      published: timeField(entry, 'published', problems),
      modified,
      details: textField(english, 'value', problems),
      severities: severitiesOf(entry, problems),
      cwes: distinct(
        recordsOf(entry, 'weaknesses', problems).flatMap((one) =>
          recordsOf(one, 'description', problems).map((text) => cweOf(textField(text, 'value', problems))),
        ),
      ),
      references: recordsOf(entry, 'references', problems).map((one) => ({
        type: 'WEB',
        url: textField(one, 'url', problems),
      })),
      affected: productsOf(entry, problems),
    },
  });
  const since = textField(entry, 'cisaExploitAdd', problems);
  if (since === '') return;
  const due = textField(entry, 'cisaActionDue', problems);
  const note = textField(entry, 'cisaRequiredAction', problems);
  emit({
    type: 'exploitation',
    exploitation: { asserter: 'CISA', id, aliases: [], since, due, isRansomware: false, note },
  });
}

function severitiesOf(entry: Fields, problems: Problems): SeverityStatement[] {
  const metrics = fieldsOf(entry, 'metrics', problems);
  return ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'].flatMap((name) =>
    recordsOf(metrics, name, problems).flatMap((metric) => {
      const by = textField(metric, 'source', problems);
      const source = by === '' || by === 'nvd@nist.gov' ? 'NVD' : by;
      return vectorStatement(
        textField(fieldsOf(metric, 'cvssData', problems), 'vectorString', problems),
        source,
        problems,
      );
    }),
  );
}

function productsOf(entry: Fields, problems: Problems): AffectedPackage[] {
  return recordsOf(entry, 'configurations', problems).flatMap((one) => {
    const matches = recordsOf(one, 'nodes', problems).flatMap((node) => recordsOf(node, 'cpeMatch', problems));
    const isVulnerable = (match: Fields) => own(match, 'vulnerable') === true;
    const others = matches.filter((match) => !isVulnerable(match));
    // "A on B": without B, A is not vulnerable.
    const platform =
      textField(one, 'operator', problems) === 'AND'
        ? distinct(others.map((match) => textField(match, 'criteria', problems)))
            .slice(0, MOST_PLATFORMS)
            .join(', ')
        : '';
    return matches.filter(isVulnerable).flatMap((match) => {
      const range = rangeOf(match, problems);
      const unaffected = distinct([textField(match, 'versionStartExcluding', problems)].filter((text) => text !== ''));
      const ranged = { ranges: range === undefined ? [] : [range], versions: [], unaffected };
      return affectedOfCpe(textField(match, 'criteria', problems), ranged, problems).map((found) =>
        platform === '' ? found : { ...found, platform },
      );
    });
  });
}

function rangeOf(match: Fields, problems: Problems): VersionRange | undefined {
  const bound = (name: string) => textField(match, name, problems);
  const isAll = /^cpe:2\.3:.:[^:]+:[^:]+:\*:/.test(bound('criteria'));
  const events: VersionRange['events'] = [];
  if (bound('versionEndExcluding') !== '') events.push({ event: 'fixed', version: bound('versionEndExcluding') });
  if (bound('versionEndIncluding') !== '')
    events.push({ event: 'last_affected', version: bound('versionEndIncluding') });
  const start = bound('versionStartIncluding') || bound('versionStartExcluding');
  if (events.length === 0 && start === '' && !isAll) return undefined;
  return { kind: 'ECOSYSTEM', repo: '', events: [{ event: 'introduced', version: start || '0' }, ...events] };
}
