// Reads CVE records 5.x with the containers of the CNA and of authorised publishers (ADP): https://cveproject.github.io/cve-schema/
// In recent records only CISA's container gives CVSS, CWE, SSVC and the state of exploitation.
import {
  type AffectedPackage,
  newAdvisory,
  newAffected,
  type SeverityStatement,
  type VersionRange,
} from '../advisory.ts';
import { affectedOfCpe } from '../cpe.ts';
import { COLLECTIONS } from '../ecosystems.ts';
import { comparableName, subjectOf } from '../names.ts';
import {
  type AdvisoryMember,
  cweOf,
  distinct,
  fieldsOf,
  identifierField,
  isFields,
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

type Fields = Record<string, unknown>;

export const cve: AdvisoryMember = {
  name: 'cve',
  title: 'CVE list',
  format: 'json',
  isMine: (document) => isFields(document) && own(document, 'dataType') === 'CVE_RECORD',
  read: (document, reading) => readRecord(document as Fields, reading),
};

/** @param names the naming of records that have this form and other ids, such as those of GCVE */
export function readRecord(record: Fields, reading: Reading, names?: { id: string; aliases: string[] }): void {
  const { problems, emit } = reading;
  const metadata = fieldsOf(record, 'cveMetadata', problems);
  const id = names?.id ?? identifierField(metadata, 'cveId', problems);
  if (id === '') return;
  const containers = fieldsOf(record, 'containers', problems);
  const cna = fieldsOf(containers, 'cna', problems);
  const added = recordsOf(containers, 'adp', problems);
  const all = [cna, ...added];
  const isRejected = textField(metadata, 'state', problems).toUpperCase() === 'REJECTED';
  const updated = timeField(metadata, 'dateUpdated', problems);
  const descriptions = recordsOf(cna, isRejected ? 'rejectedReasons' : 'descriptions', problems);
  const english = descriptions.find((one) => /^en/i.test(textField(one, 'lang', problems))) ?? descriptions[0] ?? {};
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      aliases: names?.aliases ?? [],
      withdrawn: isRejected
        ? (timeField(metadata, 'dateRejected', problems) ?? updated ?? '1999-01-01T00:00:00.000Z')
        : null,
      published: timeField(metadata, 'datePublished', problems),
      modified: updated,
      summary: textField(cna, 'title', problems),
      details: textField(english, 'value', problems),
      severities: all.flatMap((one) => severitiesOf(one, problems)),
      cwes: distinct(all.flatMap((one) => weaknessesOf(one, problems))),
      references: all.flatMap((one) =>
        recordsOf(one, 'references', problems).map((reference) => ({
          type: 'WEB',
          url: textField(reference, 'url', problems),
        })),
      ),
      affected: all.flatMap((one) =>
        recordsOf(one, 'affected', problems).flatMap((product) => affectedOf(product, problems)),
      ),
    },
  });
  for (const container of added) readAdditions(id, container, reading);
}

function providerOf(container: Fields, problems: Problems): string {
  return textField(fieldsOf(container, 'providerMetadata', problems), 'shortName', problems) || 'CNA';
}

function severitiesOf(container: Fields, problems: Problems): SeverityStatement[] {
  const source = providerOf(container, problems);
  return recordsOf(container, 'metrics', problems).flatMap((metric) =>
    ['cvssV2_0', 'cvssV3_0', 'cvssV3_1', 'cvssV4_0'].flatMap((name) => {
      const cvss = fieldsOf(metric, name, problems);
      const vector = textField(cvss, 'vectorString', problems);
      if (vector !== '') return vectorStatement(vector, source, problems);
      return labelStatement(textField(cvss, 'baseSeverity', problems), source);
    }),
  );
}

function weaknessesOf(container: Fields, problems: Problems): (string | undefined)[] {
  return recordsOf(container, 'problemTypes', problems).flatMap((type) =>
    recordsOf(type, 'descriptions', problems).map((one) =>
      cweOf(textField(one, 'cweId', problems) || textField(one, 'description', problems)),
    ),
  );
}

/** CISA's additions: decision points, and whether the vulnerability is exploited. */
function readAdditions(id: string, container: Fields, { problems, emit }: Reading): void {
  for (const metric of recordsOf(container, 'metrics', problems)) {
    const other = fieldsOf(metric, 'other', problems);
    const content = fieldsOf(other, 'content', problems);
    const type = textField(other, 'type', problems);
    if (type === 'ssvc') {
      const options = Object.assign({}, ...recordsOf(content, 'options', problems)) as Fields;
      emit({
        type: 'decision-points',
        points: {
          id,
          exploitation: textField(options, 'Exploitation', problems),
          automatable: textField(options, 'Automatable', problems),
          technicalImpact: textField(options, 'Technical Impact', problems),
        },
      });
    }
    if (type === 'kev')
      emit({
        type: 'exploitation',
        exploitation: {
          asserter: 'CISA',
          id,
          aliases: [],
          since: textField(content, 'dateAdded', problems),
          due: '',
          isRansomware: false,
          note: '',
        },
      });
  }
}

function affectedOf(product: Fields, problems: Problems): AffectedPackage[] {
  const found = packageOf(product, problems);
  const isAffectedByDefault = textField(product, 'defaultStatus', problems) === 'affected';
  const statements = recordsOf(product, 'versions', problems);
  const parts = partsOf(product, problems);
  const ranges = rangesOf(statements, isAffectedByDefault, problems);
  if (found === undefined)
    return distinct(textsOf(product, 'cpes', problems))
      .flatMap((cpe) => affectedOfCpe(cpe, ranges, problems))
      .map((one) => ({ ...one, parts }));
  return [{ ...newAffected(found.type, found.name, found.written), ...ranges, parts }];
}

/** The files that a record calls vulnerable. `file:lib/a.c`, `./lib/a.c` and `lib/a.c` name the same file. */
function partsOf(product: Fields, problems: Problems): AffectedPackage['parts'] {
  const files = textsOf(product, 'programFiles', problems).map((path) => path.replace(/^(?:file:)?(?:\.?\/)*/, ''));
  return distinct(files.filter((path) => path !== '' && !/[\s*?]|:\/\//.test(path))).map((path) => ({
    path,
    symbols: [],
    isFile: true,
  }));
}

function packageOf(product: Fields, problems: Problems) {
  const purl = textField(product, 'packageURL', problems);
  if (purl !== '') {
    const subject = subjectOf(purl);
    if (!('problem' in subject)) return { ...subject, written: purl };
  }
  const written = textField(product, 'packageName', problems);
  const collection = textField(product, 'collectionURL', problems);
  if (written === '' || !URL.canParse(collection)) return undefined;
  const type = COLLECTIONS[new URL(collection).hostname];
  if (type === undefined) return undefined;
  return { type, name: comparableName(type, null, type === 'maven' ? written.replace(':', '/') : written), written };
}

type Ranged = Pick<AffectedPackage, 'ranges' | 'versions' | 'unaffected'>;

/** Converts the statements about one product to ranges. `*` means every later version. */
function rangesOf(statements: readonly Fields[], isAffectedByDefault: boolean, problems: Problems): Ranged {
  const ranged: Ranged = { ranges: [], versions: [], unaffected: [] };
  if (isAffectedByDefault) {
    const fixes = statements.filter((one) => textField(one, 'status', problems) === 'unaffected');
    ranged.ranges.push({ kind: 'ECOSYSTEM', repo: '', events: eventsByDefault(fixes, problems) });
    ranged.unaffected = fixes.flatMap((one) => (isSingle(one, problems) ? [textField(one, 'version', problems)] : []));
    return ranged;
  }
  for (const one of statements) {
    const version = textField(one, 'version', problems);
    const status = textField(one, 'status', problems);
    if (version === '' || version.toLowerCase() === 'n/a' || textField(one, 'versionType', problems) === 'git')
      continue;
    if (status === 'unaffected' && isSingle(one, problems)) ranged.unaffected.push(version);
    if (status !== 'affected') continue;
    const range = rangeOf(one, version, problems);
    if (range === undefined) ranged.versions.push(version);
    else ranged.ranges.push(range);
  }
  return ranged;
}

function isSingle(statement: Fields, problems: Problems): boolean {
  return ['lessThan', 'lessThanOrEqual'].every((name) => textField(statement, name, problems) === '');
}

function rangeOf(statement: Fields, version: string, problems: Problems): VersionRange | undefined {
  const below = textField(statement, 'lessThan', problems);
  const upTo = textField(statement, 'lessThanOrEqual', problems);
  if (below === '' && upTo === '' && version !== '*') return undefined;
  const events: VersionRange['events'] = [{ event: 'introduced', version: version === '*' ? '0' : version }];
  if (below !== '' && below !== '*') events.push({ event: 'fixed', version: below });
  else if (upTo !== '' && upTo !== '*') events.push({ event: 'last_affected', version: upTo });
  for (const change of recordsOf(statement, 'changes', problems)) {
    const at = textField(change, 'at', problems);
    const status = textField(change, 'status', problems);
    if (at !== '') events.push({ event: status === 'affected' ? 'introduced' : 'fixed', version: at });
  }
  return { kind: 'ECOSYSTEM', repo: '', events };
}

/** Everything is affected except what the statements exclude. */
function eventsByDefault(fixes: readonly Fields[], problems: Problems): VersionRange['events'] {
  const events: VersionRange['events'] = [{ event: 'introduced', version: '0' }];
  for (const one of fixes) {
    const version = textField(one, 'version', problems);
    const below = textField(one, 'lessThan', problems);
    const upTo = textField(one, 'lessThanOrEqual', problems);
    if (isSingle(one, problems) || version === '') continue;
    events.push({ event: 'fixed', version });
    const isOpen = below === '*' || upTo === '*';
    if (!isOpen && below !== '') events.push({ event: 'introduced', version: below });
  }
  return events;
}
