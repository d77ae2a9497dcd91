// Why the model gave a role, in words: the features that speak most for it. Pure.
import type { LicenseRole } from '../../findings.ts';
import { type Grade, type Model, ROLES } from './model.ts';

const MOST_REASONS = 3;

/** A sentence without a capital and without a full stop; `assay licenses explain` prints it. */
export function reasonsOf({ shares, features }: Grade, role: LicenseRole, { file }: Model): string {
  const at = ROLES.findIndex((one) => one === (role === 'documentation' ? 'bundled' : role));
  const isGrant = ROLES[at] === 'grants';
  const against = isGrant ? ROLES.indexOf('other-work') : 0;
  const weightOf = (feature: string) => (file.get(feature)?.[at] ?? 0) - (file.get(feature)?.[against] ?? 0);
  const said = new Set<string>();
  for (const feature of features.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    if (weightOf(feature) <= 0 || said.size === MOST_REASONS) break;
    const words = inWords(feature);
    if (words !== undefined) said.add(words);
  }
  const share = Math.round(100 * (shares[at] ?? 0));
  const by = said.size === 0 ? '' : `: ${[...said].join('; ')}`;
  return `no sentence of the grammar decides, and the words around it make this role likely (${share} %)${by}`;
}

/** What a group of words speaks of. */
const GROUPS: Readonly<Record<string, string>> = {
  OWN: 'of the work itself',
  own: 'of the work itself',
  FORBID: 'that forbid',
  NEGATION: 'that deny',
  THANKS: 'of thanks',
  CONTRIBUTION: 'of contributions',
  PAST: 'of the past',
  FUTURE: 'of the future',
  CHANGE: 'of a change',
  COMPATIBLE: 'of what goes together',
  TOOL: 'of options, policies or examples',
  CHOICE: 'of a choice',
  NEED: 'of what is needed',
  OTHER: 'of another work',
  PART: 'of parts',
  DOC: 'of documentation',
  PARTY: 'of parties to a contract',
  NOW: 'of what holds now',
  GRANT: 'that license',
  QUESTION: 'of a question',
  USE: 'of combining works',
  PROGRAM: 'of programs',
};

const PLACES: Readonly<Record<string, string>> = {
  before: 'words before it in its clause are',
  behind: 'words behind it in its clause are',
  'far-before': 'words earlier in the sentence are',
  'far-behind': 'words later in the sentence are',
  'near-before': 'words right before it are',
  'near-behind': 'words right behind it are',
  previous: 'the sentence before has words',
  next: 'the next sentence has words',
  introduction: 'the introduction of its list has words',
  heading: 'the heading has words',
  'upper-heading': 'a heading further up has words',
  title: 'the title of the file has words',
  left: 'the word on its left is one',
  right: 'the word on its right is one',
};

const PLAIN: Readonly<Record<string, string>> = {
  listed: 'it stands in a list',
  'in-table': 'it stands in a table',
  'in-brackets': 'it stands in brackets',
  introduced: 'its list is introduced',
  question: 'its line asks a question',
  'not-best': 'another license of the file is granted more clearly',
  'is-best': 'no other license of the file is granted more clearly',
  'other:yes': 'another license of the file is granted',
  'other:likely': 'another license of the file is granted',
  alone: 'it stands alone in its sentence',
};

function inWords(feature: string): string | undefined {
  const plain = PLAIN[feature];
  if (plain !== undefined) return plain;
  const [, place = '', group = ''] = /^([a-z-]+)[=~]([A-Za-z]+)$/.exec(feature) ?? [];
  if (PLACES[place] !== undefined && GROUPS[group] !== undefined) return `${PLACES[place]} ${GROUPS[group]}`;
  const [, first = '', second = ''] = /^pair:([A-Z]+)\+([A-Z]+)$/.exec(feature) ?? [];
  if (GROUPS[first] !== undefined && GROUPS[second] !== undefined)
    return `words ${GROUPS[first]} and words ${GROUPS[second]} stand together`;
  const word = /^word:(.+)$/.exec(feature)?.[1];
  if (word !== undefined) return `the sentence has the word “${word}…”`;
  const heading = /^heading:(.+)$/.exec(feature)?.[1];
  if (heading !== undefined) return `the heading is one of ${heading}`;
  const beside = /^name-(?:before|behind):(.+)$/.exec(feature)?.[1];
  return beside === undefined || beside === 'none' ? undefined : `the license named beside it has the role “${beside}”`;
}
