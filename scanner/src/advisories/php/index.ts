// Reads the security advisories database of the PHP community: one YAML file per advisory. https://github.com/FriendsOfPHP/security-advisories
import { newAdvisory, newAffected, type RangeEvent, type VersionRange } from '../advisory.ts';
import { comparableName } from '../names.ts';
import {
  type AdvisoryMember,
  fieldsOf,
  isFields,
  isIdentifier,
  own,
  type Problems,
  quoted,
  type ReadingContext,
  textField,
  textsOf,
} from '../reading.ts';

type Fields = Record<string, unknown>;

export const php: AdvisoryMember = {
  name: 'php',
  title: 'PHP security advisories',
  format: 'yaml',
  isMine: (document) =>
    isFields(document) &&
    isFields(own(document, 'branches')) &&
    String(own(document, 'reference')).startsWith('composer://'),
  read: (document, reading) => readAdvisory(document as Fields, reading),
};

function readAdvisory(record: Fields, { path, problems, emit }: ReadingContext): void {
  const written = textField(record, 'reference', problems).slice('composer://'.length);
  const title = textField(record, 'title', problems);
  const link = textField(record, 'link', problems);
  const cve = textField(record, 'cve', problems);
  const branches = Object.values(fieldsOf(record, 'branches', problems)).filter(isFields);
  const read = branches.flatMap((branch) => rangeOf(branch, problems));
  const named = newAffected('composer', comparableName('composer', null, written), written);
  const plain = read.filter(({ after }) => after === '').map(({ range }) => range);
  // A range that begins after a version has no event for that. It is a separate entry, which leaves the version out.
  const later = read.filter(({ after }) => after !== '');
  const times = branches.flatMap((branch) => timesOf(own(branch, 'time'))).sort();
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(nameOf(written, path)),
      aliases: isIdentifier(cve) ? [cve] : [],
      published: times[0] ?? null,
      summary: title,
      references: link === '' ? [] : [{ type: 'WEB', url: link }],
      affected: [
        ...(plain.length > 0 || later.length === 0 ? [{ ...named, ranges: plain }] : []),
        ...later.map(({ range, after }) => ({ ...named, ranges: [range], unaffected: [after] })),
      ],
    },
  });
}

/** The database names an advisory by its package and file: `symfony/http-kernel/CVE-2019-18887.yaml`. */
function nameOf(name: string, path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/i, '');
  return `FOP-${name}-${file}`.replace(/[^\w.-]+/g, '-').slice(0, 128);
}

function timesOf(value: unknown): string[] {
  const time = value instanceof Date ? value : new Date(String(value).replace(' ', 'T'));
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1990 ? [] : [time.toISOString()];
}

/** `['>=2.0.0', '<2.0.99']`: all conditions must hold. */
function rangeOf(branch: Fields, problems: Problems): { range: VersionRange; after: string }[] {
  let introduced = '0';
  let after = '';
  const events: RangeEvent[] = [];
  for (const condition of textsOf(branch, 'versions', problems)) {
    const [, sign, version = ''] = /^\s*(>=|<=|>|<|==|=)?\s*v?(\S+)\s*$/i.exec(condition) ?? [];
    if (version === '')
      problems.add(`"versions" has ${quoted(condition)}, but must be a comparison such as >=2.0.0; it was left out.`);
    else if (sign === '<') events.push({ event: 'fixed', version });
    else if (sign === '<=') events.push({ event: 'last_affected', version });
    else if (sign === '>=' || sign === '>') {
      introduced = version;
      after = sign === '>' ? version : '';
    } else {
      introduced = version;
      after = '';
      events.push({ event: 'last_affected', version });
    }
  }
  const only = textsOf(branch, 'versions', problems);
  if (only.length === 0) return [];
  const range = {
    kind: 'ECOSYSTEM' as const,
    repo: '',
    events: [{ event: 'introduced' as const, version: introduced }, ...events],
  };
  return [{ range, after }];
}
