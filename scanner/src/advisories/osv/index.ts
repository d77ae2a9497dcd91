// Reads OSV records, which GitHub, Go, PyPA, RustSec, the malicious-packages project and most distributions publish:
// https://ossf.github.io/osv-schema/
import {
  type AdvisoryKind,
  type AffectedPackage,
  newAdvisory,
  newAffected,
  type RangeEventName,
  rangeEvents,
  type SeverityStatement,
  type VersionRange,
  type VulnerablePart,
} from '../advisory.ts';
import { ecosystemRoot, packageOfEcosystem, subjectOf } from '../names.ts';
import { orderOf } from '../orders.ts';
import { repositoryKey } from '../products.ts';
import {
  type AdvisoryMember,
  asText,
  cweOf,
  distinct,
  fieldsOf,
  filePathIn,
  identifierField,
  isFields,
  isIdentifier,
  labelStatement,
  own,
  type Problems,
  quoted,
  type ReadingContext,
  recordsOf,
  textField,
  textsOf,
  timeField,
  vectorStatement,
} from '../reading.ts';
import { binariesOf } from './binaries.ts';

type Fields = Record<string, unknown>;

/** A record with more events or versions than this is refused: it would be an attack on its readers. */
const MOST_EVENTS = 100_000;
/** With these names, a distribution's notice that covers only one vulnerability is treated as that vulnerability. */
const ONE_BY_ONE = /^(?:DEBIAN|UBUNTU|ALPINE|CGA|MINI|BELL|ROOT|ECHO|BIT)-/i;

export const osv: AdvisoryMember = {
  name: 'osv',
  title: 'OSV',
  format: 'json',
  isMine: (document) =>
    isFields(document) &&
    typeof own(document, 'id') === 'string' &&
    (Array.isArray(own(document, 'affected')) ||
      own(document, 'schema_version') !== undefined ||
      isWithdrawn(document)),
  read: (document, reading) => readOsv(document as Fields, reading),
};

function isWithdrawn(document: Fields): boolean {
  return own(document, 'withdrawn') !== undefined && own(document, 'modified') !== undefined;
}

function readOsv(record: Fields, { problems, emit }: ReadingContext): void {
  const id = identifierField(record, 'id', problems);
  if (id === '') return;
  const written = recordsOf(record, 'affected', problems);
  const leftOut = new Set<string>();
  const affected = written.flatMap((one, i) => affectedOf(one, `affected[${i}]`, problems, leftOut));
  const events = affected.reduce(
    (sum, one) =>
      sum +
      one.versions.length +
      [...one.ranges, ...(one.ownRanges ?? [])].reduce((all, range) => all + range.events.length, 0),
    0,
  );
  if (events > MOST_EVENTS) {
    problems.add(
      `${id} has ${events} versions and events of ranges, more than ${MOST_EVENTS}; the record was left out.`,
    );
    return;
  }
  const upstream = textsOf(record, 'upstream', problems).filter(isIdentifier);
  const isSame = upstream.length === 1 && ONE_BY_ONE.test(id);
  const specific = fieldsOf(record, 'database_specific', problems);
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      kind: kindOf(id, written, problems),
      aliases: distinct([...textsOf(record, 'aliases', problems), ...(isSame ? upstream : [])]).filter(isIdentifier),
      upstream: isSame ? [] : upstream,
      withdrawn: timeField(record, 'withdrawn', problems),
      published: timeField(record, 'published', problems),
      modified: timeField(record, 'modified', problems),
      summary: textField(record, 'summary', problems),
      details: textField(record, 'details', problems),
      severities: severitiesOf(id, record, written, problems),
      cwes: distinct(textsOf(specific, 'cwe_ids', problems).map(cweOf)),
      references: recordsOf(record, 'references', problems).map((one) => ({
        type: textField(one, 'type', problems),
        url: textField(one, 'url', problems),
      })),
      affected,
      ...(leftOut.size > 0 && { leftOut: [...leftOut] }),
    },
  });
}

function kindOf(id: string, affected: readonly Fields[], problems: Problems): AdvisoryKind {
  if (/^MAL-/i.test(id)) return 'malware';
  const specific = affected.map((one) => fieldsOf(one, 'database_specific', problems));
  if (specific.some((one) => textsOf(one, 'categories', problems).includes('malicious'))) return 'malware';
  const words = specific.map((one) => asText(own(one, 'informational'), 'informational', problems));
  return words.length > 0 && words.every((word) => word === 'unmaintained' || word === 'notice')
    ? 'notice'
    : 'vulnerability';
}

/** The database of a record: the first part of its name. */
function databaseOf(id: string): string {
  return id.slice(0, id.includes('-') ? id.indexOf('-') : id.length).toUpperCase();
}

function severitiesOf(
  id: string,
  record: Fields,
  affected: readonly Fields[],
  problems: Problems,
): SeverityStatement[] {
  const source = databaseOf(id);
  const own_ = statementsOf(record, source, problems);
  const ofPackages = affected.flatMap((one) => statementsOf(one, source, problems));
  const specific = [record, ...affected].flatMap((one) =>
    ['database_specific', 'ecosystem_specific'].map((name) => fieldsOf(one, name, problems)),
  );
  const words = specific.flatMap((one) =>
    ['severity', 'urgency', 'ubuntu_priority', 'cvss'].flatMap((name) => {
      const word = own(one, name);
      if (typeof word !== 'string') return [];
      return /\//.test(word) ? vectorStatement(word, source, problems) : labelStatement(word, source);
    }),
  );
  const seen = new Set<string>();
  return [...own_, ...ofPackages, ...words].filter((one) => {
    const key = `${one.system} ${one.vector} ${one.label}`;
    return !seen.has(key) && seen.add(key);
  });
}

function statementsOf(fields: Fields, source: string, problems: Problems): SeverityStatement[] {
  return recordsOf(fields, 'severity', problems).flatMap((one) => {
    const type = textField(one, 'type', problems);
    const score = textField(one, 'score', problems);
    if (score === '') return [];
    return /^CVSS_V[234]$/.test(type)
      ? vectorStatement(score, source, problems)
      : labelStatement(score, type || source);
  });
}

function affectedOf(fields: Fields, place: string, problems: Problems, leftOut: Set<string>): AffectedPackage[] {
  const written = fieldsOf(fields, 'package', problems);
  const ecosystem = textField(written, 'ecosystem', problems);
  const name = textField(written, 'name', problems);
  const found = packageOf(ecosystem, name, textField(written, 'purl', problems));
  const ranges = recordsOf(fields, 'ranges', problems).flatMap((one) => rangeOf(one, problems));
  if (found === undefined) {
    // Only the repository identifies copied C sources.
    const repositories = ranges.filter(({ kind }) => kind === 'GIT');
    const parts = signedFilesOf(fields, fieldsOf(fields, 'ecosystem_specific', problems), problems);
    if (repositories.length > 0)
      return distinct(repositories.map(({ repo }) => repositoryKey(repo))).map((key) => ({
        ...newAffected('git', key, name || key),
        ranges: repositories.filter(({ repo }) => repositoryKey(repo) === key),
        versions: distinct(textsOf(fields, 'versions', problems)),
        parts,
      }));
    if (ecosystem !== '') leftOut.add(ecosystemRoot(ecosystem));
    if (ecosystem !== '' && !isWithoutPackages(ecosystem))
      problems.add(
        `"${place}.package.ecosystem" is ${quoted(ecosystem)}, which is not a known ecosystem; that package was left out.`,
      );
    return [];
  }
  const ownRanges = ownRangesOf(fields, problems);
  for (const range of ranges) reportInverted(found.type, range, problems);
  return [
    {
      ...newAffected(found.type, found.name, name, found.release),
      ranges,
      ...(ownRanges.length > 0 && { ownRanges }),
      versions: distinct(textsOf(fields, 'versions', problems)),
      parts: partsOf(fields, found.type, problems),
      digests: digestsOf(fields, problems),
    },
  ];
}

function isWithoutPackages(ecosystem: string): boolean {
  return /^(android|linux|oss-fuzz|git|uvi)(:|$)/i.test(ecosystem);
}

function packageOf(ecosystem: string, name: string, purl: string) {
  const named = name === '' ? undefined : packageOfEcosystem(ecosystem, name);
  if (named !== undefined || purl === '') return named;
  const subject = subjectOf(purl);
  return 'problem' in subject ? undefined : subject;
}

function rangeOf(fields: Fields, problems: Problems): VersionRange[] {
  const kind = textField(fields, 'type', problems).toUpperCase();
  if (kind !== 'SEMVER' && kind !== 'ECOSYSTEM' && kind !== 'GIT') {
    problems.add(`"ranges.type" is ${quoted(kind)}, but must be SEMVER, ECOSYSTEM or GIT; the range was left out.`);
    return [];
  }
  const events = recordsOf(fields, 'events', problems).flatMap((one) =>
    Object.keys(one).flatMap((key) => {
      const event = rangeEvents.find((known) => known === key);
      const version = asText(own(one, key), key, problems);
      if (event !== undefined && version !== '') return [{ event: event satisfies RangeEventName, version }];
      problems.add(`"ranges.events" has ${quoted(key)}, but must name ${rangeEvents.join(', ')}; it was left out.`);
      return [];
    }),
  );
  if (events.length === 0) return [];
  if (!events.some(({ event }) => event === 'introduced')) {
    problems.add('"ranges.events" has no "introduced", so no version would be affected; the range was left out.');
    return [];
  }
  return [{ kind, repo: textField(fields, 'repo', problems), events }];
}

/** The evaluation of OSV sorts events, so that such a range has no end: most likely its author meant something else. */
function reportInverted(type: string, { kind, events }: VersionRange, problems: Problems): void {
  const [start, end] = events;
  if (kind === 'GIT' || events.length !== 2 || start?.event !== 'introduced' || start.version === '0') return;
  if (end === undefined || end.event === 'introduced') return;
  const order = orderOf(type);
  if (!order.isVersion(start.version) || !order.isVersion(end.version)) return;
  if (order.compare(start.version, end.version) > 0)
    problems.add(
      `"ranges.events" begins at ${quoted(start.version)} and ends at ${quoted(end.version)}, which is earlier; every version from ${quoted(start.version)} on counts as affected.`,
    );
}

/** The Go database has ranges in a project's own versions besides those in Go versions. */
function ownRangesOf(fields: Fields, problems: Problems): VersionRange[] {
  const specific = fieldsOf(fields, 'ecosystem_specific', problems);
  if (own(specific, 'custom_ranges') === undefined) return [];
  return recordsOf(specific, 'custom_ranges', problems).flatMap((one) => rangeOf(one, problems));
}

/** Go gives packages with symbols, RustSec and GitHub functions, distributions binary packages, others the files that the fix changed. */
function partsOf(fields: Fields, type: string, problems: Problems): VulnerablePart[] {
  const specific = fieldsOf(fields, 'ecosystem_specific', problems);
  const imports = Array.isArray(own(specific, 'imports')) ? recordsOf(specific, 'imports', problems) : [];
  const affects = isFields(own(specific, 'affects')) ? fieldsOf(specific, 'affects', problems) : {};
  const functions = Array.isArray(own(affects, 'functions')) ? textsOf(affects, 'functions', problems) : [];
  return [
    ...imports.map((one) => ({
      path: textField(one, 'path', problems),
      symbols: textsOf(one, 'symbols', problems),
    })),
    ...functions.map((name) => ({ path: name.split('::').slice(0, -1).join('/'), symbols: [name] })),
    ...(type === 'golang' ? [] : affectedFunctionsOf(fields, specific, problems)),
    ...signedFilesOf(fields, specific, problems),
    ...(type === 'deb' || type === 'rpm' ? binariesOf(fields, specific, problems) : []),
  ].filter(({ path }) => path !== '');
}

/** GitHub's functions are in the package as a whole. Those of Go do not say where the name of their package ends. */
function affectedFunctionsOf(fields: Fields, specific: Fields, problems: Problems): VulnerablePart[] {
  if (!Array.isArray(own(specific, 'affected_functions'))) return [];
  const symbols = distinct(textsOf(specific, 'affected_functions', problems));
  const path = textField(fieldsOf(fields, 'package', problems), 'name', problems);
  return symbols.length === 0 ? [] : [{ path, symbols }];
}

/** Signatures of the code before the fix (Vanir) name the files that the commit of the fix changed. */
function signedFilesOf(fields: Fields, specific: Fields, problems: Problems): VulnerablePart[] {
  const files = [specific, fieldsOf(fields, 'database_specific', problems)].flatMap((one) => {
    const signatures = own(one, 'vanir_signatures');
    if (!Array.isArray(signatures)) return [];
    return recordsOf(one, 'vanir_signatures', problems)
      .filter((signature) => own(signature, 'deprecated') !== true)
      .map((signature) => textField(fieldsOf(signature, 'target', problems), 'file', problems));
  });
  return distinct(files.map(filePathIn)).map((path) => ({ path, symbols: [], isFile: true }));
}

const DIGEST_MEMBER = /^(?:md5|sha-?1|sha-?256|hash|digest)(?:s|es|sum)?$/i;
const DEEPEST_MEMBER = 5;
const MOST_DIGESTS = 10_000;

/** Hashes of malicious files of a package's entry. Looks for members with these names at any depth. */
function digestsOf(fields: Fields, problems: Problems): string[] {
  const found = new Set<string>();
  let level: { value: unknown; isDigest: boolean }[] = [
    { value: fieldsOf(fields, 'database_specific', problems), isDigest: false },
  ];
  for (let depth = 0; depth < DEEPEST_MEMBER && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { value, isDigest } of level) {
      const digest = isDigest && typeof value === 'string' ? digestIn(value) : undefined;
      if (digest !== undefined && found.size < MOST_DIGESTS) found.add(digest);
      if (Array.isArray(value)) next.push(...value.map((one: unknown) => ({ value: one, isDigest })));
      else if (isFields(value))
        for (const [name, one] of Object.entries(value)) next.push({ value: one, isDigest: DIGEST_MEMBER.test(name) });
    }
    level = next;
  }
  return [...found];
}

function digestIn(text: string): string | undefined {
  return /^(?:(?:sha\d+|md5):)?([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.exec(text.trim())?.[1]?.toLowerCase();
}
