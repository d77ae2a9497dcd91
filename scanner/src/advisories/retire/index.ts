// retire.js: vulnerabilities of JavaScript libraries that are copied into code bases without a manifest.
// https://github.com/RetireJS/retire.js/tree/master/repository
import { type Advisory, newAdvisory, newAffected, type RangeEvent } from '../advisory.ts';
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
    if (!isFields(document)) return false;
    const libraries = Object.values(document).filter(isFields);
    return (
      libraries.length > 0 &&
      libraries.every((one) => Array.isArray(own(one, 'vulnerabilities')) && isFields(own(one, 'extractors')))
    );
  },
  read(document, { problems, emit }) {
    const found = new Map<string, Advisory>();
    for (const [name, library] of Object.entries(document as Fields)) {
      if (!isFields(library)) continue;
      const npm = textField(library, 'npmname', problems) || name;
      for (const one of recordsOf(library, 'vulnerabilities', problems)) {
        const advisory = advisoryOf(npm, one, problems);
        if (advisory !== undefined) addTo(found, advisory);
      }
    }
    for (const advisory of found.values()) emit({ type: 'advisory', advisory });
  },
};

/** Each range of a vulnerability is a separate row. */
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
  const from = textField(fields, 'atOrAbove', problems) || '0';
  const below = textField(fields, 'below', problems);
  const events: RangeEvent[] = [{ event: 'introduced', version: from }];
  if (below !== '') events.push({ event: 'fixed', version: below });
  const summary = textField(identifiers, 'summary', problems);
  const id = `RETIRE-${name}-${aliases[0] ?? `${from}-${below}-${textField(identifiers, 'issue', problems)}`}`;
  const clean = id.replace(/[^\w.:@+-]+/g, '-').slice(0, 128);
  if (!isIdentifier(clean)) return undefined;
  return {
    ...newAdvisory(clean),
    // A row may name several CVEs. These are different vulnerabilities, so none of them is an alias of this row.
    aliases: aliases.filter((one) => one.startsWith('CVE')).length > 1 ? [] : aliases,
    upstream: aliases.filter((one) => one.startsWith('CVE')).length > 1 ? aliases : [],
    summary,
    severities: labelStatement(textField(fields, 'severity', problems), 'RETIRE'),
    cwes: distinct(textsOf(fields, 'cwe', problems).map(cweOf)),
    references: textsOf(fields, 'info', problems).map((url) => ({ type: 'WEB', url })),
    affected: [
      {
        ...newAffected('npm', comparableName('npm', null, name), name),
        ranges: [{ kind: 'SEMVER', repo: '', events }],
      },
    ],
  };
}
