// Weighs what stands around a license name: each signal has a weight for or against the license being one of the work. The weights are data
// (rules/roles/weights.yaml), made of the judged files by scanner/test/roles/train.ts. Pure, except for reading the weights once.
import type { LicenseRole } from '../../findings.ts';
import { groupNamed } from './groups.ts';
import { readRoleFile } from './lexicon.ts';

/** Weights are written in hundredths. */
export const WEIGHT_UNIT = 100;

/** The signal that each name has. */
export const ALWAYS = 'always';

export interface WrittenWeights {
  digest: string;
  weights: Record<string, number>;
}

export const readWeights = (): WrittenWeights => readRoleFile('weights.yaml') as WrittenWeights;

let known: ReadonlyMap<string, number> | undefined;
const weights = (): ReadonlyMap<string, number> => (known ??= new Map(Object.entries(readWeights().weights)));

/** Other weights from now on; those of the rules without an argument. For the training, which measures weights on files they do not know. */
export function weighWith(other?: ReadonlyMap<string, number>): void {
  known = other;
}

/** Above 0 the license is likely one of the work; 1 is a chance of 73 %, 2 of 88 %. */
export function scoreOf(signals: readonly string[]): number {
  const of = weights();
  return signals.reduce((sum, one) => sum + (of.get(one) ?? 0), of.get(ALWAYS) ?? 0) / WEIGHT_UNIT;
}

const MOST_REASONS = 3;

/** Why a name is, or is not, one of a license of the work: a sentence without a capital and without a full stop. */
export function reasonsOf(signals: readonly string[], isFor: boolean): string {
  const sign = isFor ? 1 : -1;
  const said = new Set<string>();
  for (const one of strongest(signals, sign)) {
    const words = inWords(one);
    if (words !== undefined) said.add(words);
    if (said.size === MOST_REASONS) break;
  }
  const speaks = isFor ? 'for a license of this work' : 'against a license of this work';
  return `no rule is sure of it, and most signs speak ${speaks}${said.size === 0 ? '' : `: ${[...said].join(', ')}`}`;
}

function strongest(signals: readonly string[], sign: number): string[] {
  const of = weights();
  const weightOf = (one: string) => sign * (of.get(one) ?? 0);
  return signals.filter((one) => weightOf(one) > 0).sort((a, b) => weightOf(b) - weightOf(a));
}

/** The role of a name against which the signals speak: that of the strongest one that has a role. */
export function roleAgainst(signals: readonly string[]): LicenseRole {
  for (const one of strongest(signals, -1)) {
    const role = groupNamed(/^[a-z-]+=([a-z-]+)$/.exec(one)?.[1] ?? '')?.role ?? HEADINGS.get(one);
    if (role !== undefined) return role;
  }
  return 'other-work';
}

const HEADINGS: ReadonlyMap<string, LicenseRole> = new Map(
  (['forbids', 'denies', 'compatible', 'past', 'future', 'thanks', 'tooling', 'contribution'] as const).flatMap(
    (role) => [`heading:${role}`, `title:${role}`].map((one) => [one, role] as const),
  ),
);

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
  left: 'the word before it speaks',
  right: 'the word behind it speaks',
  'starts-with': 'the beginning of the sentence speaks',
  'brackets-behind': 'the word before its brackets speaks',
};

const PLAIN: Readonly<Record<string, string>> = {
  listed: 'it stands in a list',
  'in-table': 'it stands in a table',
  'in-brackets': 'it stands in brackets',
  question: 'its line asks a question',
  alone: 'it stands alone in its sentence',
  'others:firm': 'another license of the file is granted firmly',
  'others:granted': 'another license of the file is granted',
  'others:mentions': 'other licenses of the file are only mentioned',
  'others:none': 'no other license is named in the file',
  'same-granted': 'the same license is granted elsewhere in the file',
  'about:own': 'the sentence is about the work itself',
  'about:this': 'the sentence is about the work itself',
  'about:Name': 'the sentence is about something with a name',
  'about:word': 'the sentence is about something else',
  'about:nobody': 'the sentence says of nothing that it has the license',
};

function inWords(signal: string): string | undefined {
  const plain = PLAIN[signal];
  if (plain !== undefined) return plain;
  const [, place = '', name = ''] = /^([a-z-]+)[=:]([A-Za-z-]+)$/.exec(signal) ?? [];
  const says = groupNamed(name)?.says;
  if (PLACES[place] !== undefined && says !== undefined) return `${PLACES[place]} ${says}`;
  return place === 'heading' || place === 'title' ? `the ${place} announces ${name}` : undefined;
}
