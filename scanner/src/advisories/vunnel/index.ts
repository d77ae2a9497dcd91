// Records in the form in which vunnel writes them for databases of other scanners: an envelope `{ schema, identifier,
// item }` around an entry of a distribution or of GitHub. Whole records of other formats in that envelope are read by
// their own readers. https://github.com/anchore/vunnel/tree/main/schema
import { type AffectedPackage, newAdvisory, newAffected, type RangeEvent, type VersionRange } from '../advisory.ts';
import { GITHUB_ECOSYSTEMS } from '../ecosystems.ts';
import { envelopeKind } from '../envelope.ts';
import { comparableName, ecosystemRoot, packageOfEcosystem, releaseOfDistribution } from '../names.ts';
import {
  type AdvisoryMember,
  asText,
  distinct,
  fieldsOf,
  isIdentifier,
  labelStatement,
  own,
  type Problems,
  quoted,
  type ReadingContext,
  recordsOf,
  textField,
  timeField,
  vectorStatement,
} from '../reading.ts';

type Fields = Record<string, unknown>;

export const vunnel: AdvisoryMember = {
  name: 'vunnel',
  title: 'vunnel',
  format: 'json',
  isMine: (document) => envelopeKind(document) !== undefined,
  read(document, reading) {
    const kind = envelopeKind(document);
    const item = fieldsOf(document as Fields, 'item', reading.problems);
    if (kind === 'os') readDistribution(fieldsOf(item, 'Vulnerability', reading.problems), reading);
    else if (kind === 'github-security-advisory') readGithub(fieldsOf(item, 'Advisory', reading.problems), reading);
    else
      reading.problems.add(
        `"schema" has the kind ${quoted(kind ?? '')}, which contains no advisories; the file was left out.`,
      );
  },
};

function readDistribution(entry: Fields, { problems, emit }: ReadingContext): void {
  const name = textField(entry, 'Name', problems);
  const id = `${textField(entry, 'NamespaceName', problems)}:${name}`.replace(/[^\w.:@+-]+/g, '-');
  if (!isIdentifier(name) || !isIdentifier(id)) {
    problems.add(`"Name" is ${quoted(name)}, but must be the name of an advisory; the record was left out.`);
    return;
  }
  const metadata = fieldsOf(entry, 'Metadata', problems);
  const cves = distinct(recordsOf(metadata, 'CVE', problems).map((one) => textField(one, 'Name', problems))).filter(
    isIdentifier,
  );
  const isCve = /^CVE-/.test(name);
  const link = textField(entry, 'Link', problems);
  const leftOut = new Set<string>();
  const affected = recordsOf(entry, 'FixedIn', problems).flatMap((one) => affectedOf(one, problems, leftOut));
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      aliases: isCve ? [name] : cves.length === 1 ? cves : [],
      upstream: isCve || cves.length === 1 ? [] : cves,
      published: timeField(metadata, 'Issued', problems),
      details: textField(entry, 'Description', problems),
      severities: [
        ...recordsOf(entry, 'CVSS', problems).flatMap((one) =>
          vectorStatement(textField(one, 'vector_string', problems), 'VENDOR', problems),
        ),
        ...labelStatement(textField(entry, 'Severity', problems), 'VENDOR'),
      ],
      references: link === '' ? [] : [{ type: 'WEB', url: link }],
      affected,
      ...(leftOut.size > 0 && { leftOut: [...leftOut] }),
    },
  });
}

/**
 * "None" means that there is no fix yet; "0" means that the release was never affected. If an older stream of the release has a fix too,
 * `VulnerableRange` names it; it overrides the one version.
 */
function affectedOf(fields: Fields, problems: Problems, leftOut: Set<string>): AffectedPackage[] {
  const name = textField(fields, 'Name', problems);
  const version = textField(fields, 'Version', problems);
  const [vendor = '', ...rest] = textField(fields, 'NamespaceName', problems).split(':');
  const place = releaseOfDistribution(vendor, rest.join(':'));
  if (place === undefined) {
    leftOut.add(vendor);
    problems.add(
      `"FixedIn.NamespaceName" begins with ${quoted(vendor)}, which is not a known distribution; the package was left out.`,
    );
    return [];
  }
  if (name === '' || version === '0') return [];
  const stated = textField(fields, 'VulnerableRange', problems).trim();
  const ranges = stated === '' ? undefined : rangesOf(stated, 'FixedIn.VulnerableRange', problems);
  return [
    {
      ...newAffected(place.type, comparableName(place.type, place.vendor, name), name, place.release),
      module: textField(fields, 'Module', problems).toLowerCase(),
      ...(ranges ?? { ranges: [upTo(version)] }),
    },
  ];
}

function upTo(version: string): VersionRange {
  const events: RangeEvent[] = [{ event: 'introduced', version: '0' }];
  if (version !== '' && version !== 'None') events.push({ event: 'fixed', version });
  return { kind: 'ECOSYSTEM', repo: '', events };
}

function readGithub(entry: Fields, { problems, emit }: ReadingContext): void {
  const id = textField(entry, 'ghsaId', problems);
  if (!isIdentifier(id)) {
    problems.add(`"ghsaId" is ${quoted(id)}, but must be the name of an advisory; the record was left out.`);
    return;
  }
  const cves = Array.isArray(own(entry, 'CVE'))
    ? (own(entry, 'CVE') as unknown[]).map((one) => asText(one, 'CVE', problems))
    : [];
  const leftOut = new Set<string>();
  const affected = recordsOf(entry, 'FixedIn', problems).flatMap((one) => affectedByGithub(one, problems, leftOut));
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      aliases: cves.filter(isIdentifier),
      withdrawn: timeField(entry, 'withdrawn', problems),
      published: timeField(entry, 'published', problems),
      modified: timeField(entry, 'updated', problems),
      summary: textField(entry, 'Summary', problems),
      severities: [
        ...recordsOf(entry, 'cvss_severities', problems).flatMap((one) =>
          vectorStatement(textField(one, 'vector', problems), 'GHSA', problems),
        ),
        ...labelStatement(textField(entry, 'Severity', problems), 'GHSA'),
      ],
      affected,
      ...(leftOut.size > 0 && { leftOut: [...leftOut] }),
    },
  });
}

function affectedByGithub(fields: Fields, problems: Problems, leftOut: Set<string>): AffectedPackage[] {
  const written = textField(fields, 'name', problems);
  const ecosystem = textField(fields, 'ecosystem', problems);
  const found = packageOfEcosystem(GITHUB_ECOSYSTEMS.get(ecosystem) ?? ecosystem, written);
  if (found === undefined) {
    leftOut.add(ecosystemRoot(ecosystem));
    return [];
  }
  const ranges = rangesOf(textField(fields, 'range', problems), 'FixedIn.range', problems);
  return ranges === undefined ? [] : [{ ...newAffected(found.type, found.name, written), ...ranges }];
}

/**
 * `>= 1.0, < 1.4 || < 0.9`: alternatives between `||`, each with comparisons that must all be true. Undefined, with a
 * problem, for anything else.
 */
function rangesOf(
  text: string,
  field: string,
  problems: Problems,
): Pick<AffectedPackage, 'ranges' | 'unaffected'> | undefined {
  const ranges: VersionRange[] = [];
  const unaffected: string[] = [];
  for (const alternative of text.split('||')) {
    const events: RangeEvent[] = [];
    let introduced = '0';
    for (const part of alternative
      .replace(/\s(?=[<>=])/g, ',')
      .split(',')
      .filter((one) => one.trim() !== '')) {
      const [, sign = '', version = ''] = /^\s*(>=|<=|>|<|=)\s*(\S+)\s*$/.exec(part) ?? [];
      if (version === '') {
        problems.add(
          `"${field}" has ${quoted(part)}, but must be comparisons such as "< 1.34.0"; the range was left out.`,
        );
        return undefined;
      }
      if (sign === '>=' || sign === '=' || sign === '>') introduced = version;
      if (sign === '>') unaffected.push(version);
      if (sign === '<') events.push({ event: 'fixed', version });
      if (sign === '<=' || sign === '=') events.push({ event: 'last_affected', version });
    }
    ranges.push({ kind: 'ECOSYSTEM', repo: '', events: [{ event: 'introduced', version: introduced }, ...events] });
  }
  return { ranges, unaffected };
}
