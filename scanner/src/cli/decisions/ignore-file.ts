// `.assay-ignore.yaml`: decisions of people that stand beside the code. Each needs a reason and an end, so that none is forgotten.
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { analysisJustifications, analysisStates } from '../../vex/analysis.ts';
import { isAbout, vexPackage } from '../../vex/index.ts';
import { WHOLE_PRODUCT } from '../../vex/model.ts';
import type { FoundVulnerability } from '../check-formats/report.ts';
import { UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { type CheckDecision, isClosing } from './model.ts';

export interface IgnoreEntry {
  vulnerability: string;
  /** Package URL or CPE; without a version it means all versions. '' for every package. */
  package: string;
  decision: CheckDecision;
  line: number;
}

const MEMBERS = ['vulnerability', 'package', 'state', 'justification', 'reason', 'expires', 'by'] as const;
const STATES = analysisStates.filter((state) => isClosing({ state }));

/** Throws a UsageError that names the line. */
export function readIgnoreFile(text: string, source: string): IgnoreEntry[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false });
  const refuse = (line: number, what: string): never => {
    throw new UsageError(`${printable(source)}, line ${line}: ${printable(what)}`);
  };
  const fault = document.errors[0];
  if (fault) refuse(lines.linePos(fault.pos[0]).line, fault.message.split('\n', 1)[0] ?? 'it is no YAML');
  const root = document.contents;
  if (root === null) return [];
  const lineOf = (node: { range?: readonly number[] | null | undefined }) => lines.linePos(node.range?.[0] ?? 0).line;
  if (!isMap(root)) return refuse(1, 'the file must be a map with the list "ignore".');
  for (const { key } of root.items)
    if (String(key) !== 'ignore')
      refuse(lineOf(key as YAMLMap), `"${key}" is unknown; the file has one member, "ignore".`);
  const list = root.get('ignore', true);
  if (!isSeq(list)) return refuse(lineOf(root), '"ignore" must be a list.');
  return list.items.map((node) => {
    if (!isMap(node)) return refuse(lineOf(node as YAMLMap), 'each entry of "ignore" must be a map.');
    return entryOf(node, lineOf(node), source, refuse);
  });
}

type Refuse = (line: number, what: string) => never;

function entryOf(node: YAMLMap, line: number, source: string, refuse: Refuse): IgnoreEntry {
  for (const { key } of node.items)
    if (!MEMBERS.some((one) => one === String(key)))
      refuse(line, `"${key}" is unknown; an entry has ${MEMBERS.join(', ')}.`);
  const text = (name: (typeof MEMBERS)[number]): string => {
    const value = node.get(name, true);
    if (value === undefined) return '';
    if (!isScalar(value) || (typeof value.value !== 'string' && typeof value.value !== 'number'))
      return refuse(line, `"${name}" must be a text.`);
    return String(value.value).trim();
  };
  const needed = (name: 'vulnerability' | 'reason' | 'expires', like: string) =>
    text(name) || refuse(line, `"${name}" is missing: ${like}.`);
  const vulnerability = needed('vulnerability', 'name one, such as CVE-2021-44228');
  const detail = needed('reason', 'say why the vulnerability does not concern you');
  const expires = needed('expires', 'give the last day on which the decision holds, such as 2027-05-01');
  if (!isDay(expires)) refuse(line, `"expires" is "${expires}", but must be a day such as 2027-05-01.`);
  const state = (text('state') || 'not_affected').toUpperCase();
  const known = STATES.find((one) => one === state);
  if (known === undefined) return refuse(line, `"state" must be one of ${STATES.join(', ').toLowerCase()}.`);
  const justified = text('justification').toUpperCase();
  const justification = analysisJustifications.find((one) => one === justified);
  if (justified !== '' && justification === undefined)
    refuse(line, `"justification" must be one of ${analysisJustifications.join(', ').toLowerCase()}.`);
  const about = text('package');
  if (about !== '' && !about.startsWith('cpe:') && vexPackage(about) === undefined)
    refuse(line, `"package" is "${about}", but must be a package URL such as pkg:npm/lodash@4.17.20, or a CPE.`);
  return {
    vulnerability,
    package: about,
    line,
    decision: {
      by: 'ignore-file',
      state: known,
      ...(justification === undefined ? {} : { justification }),
      detail,
      place: `${source}, line ${line}`,
      source,
      author: text('by'),
      expires,
    },
  };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The decision holds to the end of its last day, in UTC. */
export const isExpired = ({ decision: { expires } }: IgnoreEntry, at: Date): boolean =>
  at.toISOString().slice(0, 10) > expires;

export function concerns(entry: IgnoreEntry, found: FoundVulnerability): boolean {
  const wanted = entry.vulnerability.toLowerCase();
  if (![found.name, ...found.names].some((name) => name.toLowerCase() === wanted)) return false;
  if (entry.package === '') return true;
  if (entry.package.startsWith('cpe:')) return entry.package === found.cpe;
  const item = vexPackage(found.purl);
  const statement = {
    ...{ place: '', names: [], written: '', statedOn: '', analysis: { state: entry.decision.state } },
    targets: [{ ...WHOLE_PRODUCT, product: entry.package }],
  };
  return item !== undefined && isAbout(statement, item, undefined);
}
