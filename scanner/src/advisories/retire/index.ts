// retire.js: vulnerabilities of JavaScript libraries that are copied into code bases without a manifest.
// https://github.com/RetireJS/retire.js/tree/master/repository
// The repository exists in several forms: a library has rows of one range each, or of several (`ranges`); the libraries are the document itself, or
// its member `advisories`; the list for npm has no `extractors`.
import { type Advisory, newAdvisory, newAffected, type RangeEvent, type VersionRange } from '../advisory.ts';
import { comparableName } from '../names.ts';
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
  quoted,
  recordsOf,
  textField,
  textsOf,
} from '../reading.ts';

type Fields = Record<string, unknown>;

export const retire: AdvisoryMember = {
  name: 'retire',
  title: 'retire.js',
  format: 'json',
  isMine(document) {
    const libraries = librariesOf(document);
    return libraries.length > 0 && libraries.every(([, one]) => isLibrary(one));
  },
  read(document, { problems, emit }) {
    const found = new Map<string, Advisory>();
    for (const [name, library] of librariesOf(document)) {
      const npm = textField(library, 'npmname', problems) || name;
      for (const one of recordsOf(library, 'vulnerabilities', problems)) {
        const advisory = advisoryOf(npm, one, problems);
        if (advisory !== undefined) addTo(found, advisory);
      }
    }
    for (const advisory of found.values()) emit({ type: 'advisory', advisory });
  },
};

function librariesOf(document: unknown): [string, Fields][] {
  if (!isFields(document)) return [];
  const inner = own(document, 'advisories');
  return Object.entries(isFields(inner) ? inner : document).filter((one): one is [string, Fields] => isFields(one[1]));
}

function isLibrary(library: Fields): boolean {
  const rows = own(library, 'vulnerabilities');
  if (!Array.isArray(rows)) return false;
  if (isFields(own(library, 'extractors'))) return true;
  return (
    rows.length > 0 && rows.every((one) => isFields(one) && RANGE_MEMBERS.some((name) => Object.hasOwn(one, name)))
  );
}

/** In most forms each range of a vulnerability is a separate row. */
function addTo(found: Map<string, Advisory>, advisory: Advisory): void {
  const before = found.get(advisory.id);
  if (before === undefined) found.set(advisory.id, advisory);
  else before.affected.push(...advisory.affected);
}

function advisoryOf(name: string, fields: Fields, problems: Problems): Advisory | undefined {
  const identifiers = fieldsOf(fields, 'identifiers', problems);
  const github = own(identifiers, 'githubID');
  const aliases = distinct([
    ...(Array.isArray(own(identifiers, 'CVE')) ? textsOf(identifiers, 'CVE', problems) : []),
    typeof github === 'string' ? github : undefined,
  ]).filter((one) => /^(CVE-\d{4}-\d+|GHSA(-\w{4}){3})$/.test(one));
  const summary = textField(identifiers, 'summary', problems) || textField(fields, 'summary', problems);
  const affected = (Array.isArray(own(fields, 'ranges')) ? recordsOf(fields, 'ranges', problems) : [fields]).flatMap(
    (one) => affectedOf(name, one, problems),
  );
  const [first] = affected;
  if (first === undefined) {
    problems.add(
      `A vulnerability of ${quoted(name)} (${quoted(summary)}) names no versions ("atOrAbove", "below"); it was left out.`,
    );
    return undefined;
  }
  const id = `RETIRE-${name}-${aliases[0] ?? otherNameOf(identifiers) ?? first.ranges.flatMap(spanOf).join('-')}`;
  const clean = id.replace(/[^\w.:@+-]+/g, '-').slice(0, 128);
  if (!isIdentifier(clean)) return undefined;
  const isSeveral = aliases.filter((one) => one.startsWith('CVE')).length > 1;
  return {
    ...newAdvisory(clean),
    // A row may name several CVEs. These are different vulnerabilities, so none of them is an alias of this row.
    aliases: isSeveral ? [] : aliases,
    upstream: isSeveral ? aliases : [],
    summary,
    details: textField(fields, 'details', problems),
    severities: labelStatement(textField(fields, 'severity', problems), 'RETIRE'),
    cwes: distinct(textsOf(fields, 'cwe', problems).map(cweOf)),
    references: textsOf(fields, 'info', problems).map((url) => ({ type: 'WEB', url })),
    affected,
  };
}

const RANGE_MEMBERS = ['ranges', 'atOrAbove', 'below'];

/** Nothing for a row without versions: it must not make every version vulnerable. */
function affectedOf(name: string, fields: Fields, problems: Problems): Advisory['affected'] {
  const from = textField(fields, 'atOrAbove', problems);
  const below = textField(fields, 'below', problems);
  if (from === '' && below === '') return [];
  const events: RangeEvent[] = [{ event: 'introduced', version: from || '0' }];
  if (below !== '') events.push({ event: 'fixed', version: below });
  return [
    {
      ...newAffected('npm', comparableName('npm', null, name), name),
      ranges: [{ kind: 'SEMVER', repo: '', events }],
      unaffected: textsOf(fields, 'excludes', problems),
    },
  ];
}

/** retire.js's own number, or the number of an issue or request: it tells vulnerabilities of one library apart that have no CVE. */
const OTHER_NAMES = ['retid', 'issue', 'bug', 'PR', 'osvdb', 'gist', 'tenable', 'release', 'blog'];

function otherNameOf(identifiers: Fields): string | undefined {
  for (const name of OTHER_NAMES) {
    const value = own(identifiers, name);
    const text = Array.isArray(value) ? value.join('-') : value;
    if ((typeof text === 'string' && text !== '') || typeof text === 'number') return `${name}-${text}`;
  }
  return undefined;
}

function spanOf({ events }: VersionRange): string[] {
  return events.map(({ version }) => version);
}
