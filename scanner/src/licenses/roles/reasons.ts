// Why the model gave a role, as a sentence for people who do not know the model: the features that speak most for it. Pure.
import type { LicenseRole } from '../../findings.ts';
import { type Grade, type Model, ROLES } from './model.ts';

const MOST_REASONS = 3;

/** What a role says of the license. */
const SAID: Readonly<Record<LicenseRole, string>> = {
  grants: 'the work is licensed under it',
  choice: 'the work is offered under it as one license of a choice',
  bundled: 'a part that comes with the work is licensed under it',
  documentation: 'the documentation is licensed under it',
  'other-work': 'it is the license of another work',
  forbids: 'the sentence forbids code under it',
  denies: 'the sentence says that it does not apply',
  compatible: 'the sentence says that it goes together with the work',
  past: 'it applied in the past',
  future: 'it is only planned',
  thanks: 'it is named in thanks',
  tooling: 'it is named as an option, an example or an entry of a policy',
  contribution: 'it is what contributors agree to',
};

/** A sentence without a capital and without a full stop; `assay licenses explain` prints it. */
export function reasonsOf({ shares, features }: Grade, role: LicenseRole, { file }: Model): string {
  const at = ROLES.findIndex((one) => one === (role === 'documentation' ? 'bundled' : role));
  const against = ROLES.indexOf(role === 'grants' ? 'other-work' : 'grants');
  const weightOf = (feature: string) => (file.get(feature)?.[at] ?? 0) - (file.get(feature)?.[against] ?? 0);
  const said = new Set<string>();
  for (const feature of features.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    if (weightOf(feature) <= 0 || said.size === MOST_REASONS) break;
    const words = inWords(feature);
    if (words !== undefined) said.add(words);
  }
  const share = Math.round(100 * (shares[at] ?? 0));
  const because = said.size === 0 ? '' : `, because ${[...said].join(', and ')}`;
  return `by the words around it, most likely (${share} %) ${SAID[role]}${because}`;
}

/** What a group of words speaks of. */
const GROUPS: Readonly<Record<string, string>> = {
  OWN: 'of the work itself',
  own: 'of the work itself',
  FORBID: 'of what is forbidden',
  NEGATION: 'of what is not so',
  WRONG: 'of a mistake',
  THANKS: 'of thanks',
  CONTRIBUTION: 'of contributions',
  PAST: 'of the past',
  FUTURE: 'of the future',
  CHANGE: 'of a change',
  COMPATIBLE: 'of what goes together',
  TOOL: 'of options or lists',
  POLICY: 'of a policy',
  EXAMPLE: 'of an example',
  LEARN: 'of explaining licenses',
  CHOICE: 'of a choice',
  NEED: 'of what is needed',
  OTHER: 'of another work',
  CONTRAST: 'of a contrast',
  FORK: 'of an original',
  PART: 'of parts',
  DOC: 'of documentation',
  PARTY: 'of parties to a contract',
  OBLIGE: 'of duties',
  YOURS: "of the reader's work",
  NOW: 'of the present',
  GRANT: 'of licensing',
  QUESTION: 'of a question',
  USE: 'of combining works',
  PROGRAM: 'of programs',
};

const PLACES: Readonly<Record<string, string>> = {
  before: 'words before it speak',
  behind: 'words behind it speak',
  'far-before': 'words earlier in the sentence speak',
  'far-behind': 'words later in the sentence speak',
  'near-before': 'words right before it speak',
  'near-behind': 'words right behind it speak',
  previous: 'the sentence before speaks',
  next: 'the next sentence speaks',
  introduction: 'the introduction of its list speaks',
  heading: 'the heading speaks',
  'upper-heading': 'a heading further up speaks',
  header: 'the head of its table speaks',
  title: 'the title of the file speaks',
  file: 'the beginning of the file speaks',
  left: 'the word before it speaks',
  right: 'the word behind it speaks',
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
    return `the clause speaks ${GROUPS[first]} and ${GROUPS[second]}`;
  const word = /^word:(.+)$/.exec(feature)?.[1];
  if (word !== undefined) return `the sentence has the word “${word}…”`;
  const heading = /^heading:(.+)$/.exec(feature)?.[1];
  if (heading !== undefined) return `the heading announces ${heading}`;
  const beside = /^name-(?:before|behind):(.+)$/.exec(feature)?.[1];
  return isRole(beside) ? `of the license named beside it most likely ${SAID[beside]}` : undefined;
}

const isRole = (one: string | undefined): one is LicenseRole => one !== undefined && Object.hasOwn(SAID, one);
