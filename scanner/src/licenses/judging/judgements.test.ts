// Each judgement alone: a match that it drops, and the nearest one that it keeps.
import { describe, expect, it } from 'vitest';
import { explainFile } from '../../cli/licenses/explain.ts';
import { FLAG_IMPORTED, FLAG_WEAK } from '../engine/index-format.ts';
import type { Candidate } from '../engine/select.ts';
import { licenseLibrary, loadLicenseIndex } from '../index.ts';
import { otherNameOfText, titleOfText } from './beside-texts.ts';
import { loneException } from './exceptions.ts';
import { contextOf, holdRound, type Judgement } from './judgement.ts';
import { OF_FINDS, OF_MENTIONS, OF_STATEMENTS, OF_VERSIONS } from './judgements.ts';
import { listOfNames } from './lists.ts';
import {
  echo,
  laterElsewhere,
  laterNameElsewhere,
  publicDomainByText,
  restOfNotice,
  statedElsewhere,
  unnamedBesideNamed,
  versionElsewhere,
  weakName,
} from './notices.ts';
import {
  besideChecksum,
  changeLicense,
  falsePositive,
  insideEncoded,
  quotedWord,
  uncalledMacro,
} from './words-around.ts';

/** A match of a rule: the expression, its bytes, and other relevant properties. */
type Find = [expression: string, at: [start: number, end: number], more?: Partial<Candidate>];

interface Case {
  judgement: Judgement;
  text?: string;
  /** The last match is judged. */
  dropped: Find[];
  /** The nearest match that is kept, in `keptText` if that is given. */
  kept: Find[];
  keptText?: string;
}

function candidate([expression, [startByte, endByte], more]: Find): Candidate {
  return {
    ...{ rule: 1, name: 'a rule', kind: 'reference', expression, start: 0, end: 1 },
    ...{ matched: 1, missing: 0, extra: 0, allowed: 0, coverage: 100, relevance: 100, flags: 0, family: '' },
    ...{ isVersioned: true, isImplied: false, isEcho: false, startByte, endByte, runs: [0, 1] },
    ...{ isExact: true, isQuoted: false, changedByte: -1, rejection: '', ...more },
  };
}

const TEXT: Partial<Candidate> = { kind: 'text', matched: 160 };
const UNVERSIONED: Partial<Candidate> = { family: 'GPL', isVersioned: false };
const IMPORTED_NOTICE: Partial<Candidate> = { kind: 'notice', flags: FLAG_IMPORTED };
const names = (count: number): Find[] =>
  Array.from({ length: count }, (_, i) => [`LicenseRef-${i}`, [10 * i, 10 * i + 5]]);

const CASES: Case[] = [
  {
    judgement: falsePositive,
    dropped: [['MIT', [0, 3], { kind: 'false-positive' }]],
    kept: [['MIT', [0, 3]]],
  },
  {
    judgement: besideChecksum,
    text: 'd41d8cd98f00b204e9800998ecf8427e  COPYING.gplv3\n',
    dropped: [['GPL-3.0-only', [42, 47]]],
    keptText: 'Our license: see the file called  COPYING.gplv3\n',
    kept: [['GPL-3.0-only', [42, 47]]],
  },
  {
    judgement: insideEncoded,
    text: `${'Ab1'.repeat(12)}/MIT/${'Cd2'.repeat(12)}`,
    dropped: [['MIT', [37, 40]]],
    keptText: `${'a b'.repeat(12)}/MIT/${'c d'.repeat(12)}`,
    kept: [['MIT', [37, 40]]],
  },
  {
    judgement: uncalledMacro,
    text: 'Find all that is exported with EXPORT_SYMBOL_GPL, or with others.',
    dropped: [['GPL-2.0-only', [31, 45], { kind: 'tag' }]],
    kept: [['GPL-2.0-only', [0, 14], { kind: 'tag' }]],
    keptText: 'EXPORT_SYMBOL_GPL(start);',
  },
  {
    judgement: quotedWord,
    dropped: [['MIT', [0, 3], { isQuoted: true }]],
    kept: [['MIT', [0, 3]]],
  },
  { judgement: listOfNames, dropped: names(14), kept: names(13) },
  {
    judgement: titleOfText,
    dropped: [
      ['BSD-3-Clause', [20, 900], TEXT],
      ['BSD-2-Clause', [0, 11]],
    ],
    kept: [
      ['BSD-3-Clause', [900, 1900], TEXT],
      ['BSD-2-Clause', [0, 11]],
    ],
  },
  {
    judgement: otherNameOfText,
    dropped: [
      ['MIT', [20, 900], TEXT],
      ['X11', [0, 3]],
    ],
    kept: [
      ['MIT', [20, 900], TEXT],
      ['X11', [1000, 1900], TEXT],
      ['X11', [0, 3]],
    ],
  },
  {
    judgement: loneException,
    dropped: [
      ['MIT', [0, 3]],
      ['GCC-exception-3.1', [20, 30]],
    ],
    kept: [
      ['GPL-3.0-only', [0, 3]],
      ['GCC-exception-3.1', [20, 30]],
    ],
  },
  {
    judgement: restOfNotice,
    dropped: [
      ['GPL-2.0-or-later', [0, 100], IMPORTED_NOTICE],
      ['GPL-1.0-or-later', [150, 250], IMPORTED_NOTICE],
      ['GPL-1.0-or-later', [300, 400], IMPORTED_NOTICE],
    ],
    kept: [
      ['GPL-2.0-or-later', [0, 100], IMPORTED_NOTICE],
      ['MIT', [150, 250], IMPORTED_NOTICE],
      ['GPL-1.0-or-later', [300, 400], IMPORTED_NOTICE],
    ],
  },
  {
    judgement: unnamedBesideNamed,
    text: 'This is made available under a license which comes with it, and is at example.org/bsd\n'.padEnd(700),
    dropped: [
      ['BSD-3-Clause', [75, 85], IMPORTED_NOTICE],
      ['LicenseRef-scancode-free-unknown', [0, 60], IMPORTED_NOTICE],
    ],
    kept: [
      ['LicenseRef-scancode-public-domain', [75, 85], IMPORTED_NOTICE],
      ['LicenseRef-scancode-free-unknown', [0, 60], IMPORTED_NOTICE],
    ],
  },
  {
    judgement: changeLicense,
    text: 'BUSL-1.1. Change License: MPL-2.0',
    dropped: [
      ['BUSL-1.1', [0, 8]],
      ['MPL-2.0', [26, 33]],
    ],
    keptText: 'BUSL-1.1. Other parts are  MPL-2.0',
    kept: [
      ['BUSL-1.1', [0, 8]],
      ['MPL-2.0', [27, 34]],
    ],
  },
  {
    judgement: echo,
    dropped: [
      ['GPL-2.0-only', [0, 30]],
      ['GPL-1.0-or-later', [90, 99], { isEcho: true }],
    ],
    kept: [
      ['MIT', [0, 30]],
      ['GPL-1.0-or-later', [90, 99], { isEcho: true }],
    ],
  },
  {
    judgement: versionElsewhere,
    dropped: [
      ['GPL-2.0-only', [0, 30]],
      ['GPL-1.0-or-later', [90, 99], UNVERSIONED],
    ],
    kept: [
      ['LGPL-2.1-only', [0, 30]],
      ['GPL-1.0-or-later', [90, 99], UNVERSIONED],
    ],
  },
  {
    judgement: laterNameElsewhere,
    dropped: [
      ['LGPL-2.1-or-later', [0, 30], UNVERSIONED],
      ['LGPL-2.0-or-later', [90, 99], UNVERSIONED],
    ],
    kept: [
      ['LGPL-2.1-or-later', [0, 30], UNVERSIONED],
      ['LGPL-2.0-or-later', [90, 99]],
    ],
  },
  {
    judgement: laterElsewhere,
    text: 'GPL version 2 or later. See the GPL version 2.',
    dropped: [
      ['GPL-2.0-or-later', [0, 22]],
      ['GPL-2.0-only', [32, 45], { isImplied: true }],
    ],
    keptText: 'GPL version 2 or later. It is licensed under the GPL version 2.',
    kept: [
      ['GPL-2.0-or-later', [0, 22]],
      ['GPL-2.0-only', [49, 62], { isImplied: true }],
    ],
  },
  {
    judgement: weakName,
    dropped: [
      ['Apache-2.0', [0, 30]],
      ['Apache-1.1', [90, 99], { flags: FLAG_WEAK }],
    ],
    kept: [
      ['MIT', [0, 30]],
      ['Apache-1.1', [90, 99], { flags: FLAG_WEAK }],
    ],
  },
  {
    judgement: publicDomainByText,
    text: 'It is dedicated to the public domain under CC0 1.0 Universal.',
    dropped: [
      ['CC0-1.0', [43, 56]],
      ['LicenseRef-public-domain', [23, 31]],
    ],
    keptText: 'It is dedicated to the public domain. Pictures CC0 1.0 ones.',
    kept: [
      ['CC0-1.0', [47, 54]],
      ['LicenseRef-public-domain', [23, 31]],
    ],
  },
  {
    judgement: statedElsewhere,
    dropped: [
      ['GPL-2.0-only', [0, 30]],
      ['GPL-3.0-only', [90, 99], { kind: 'mention' }],
    ],
    kept: [
      ['LGPL-2.1-only', [0, 30]],
      ['GPL-3.0-only', [90, 99], { kind: 'mention' }],
    ],
  },
];

const ROUNDS = [...OF_FINDS, ...OF_STATEMENTS, ...OF_VERSIONS, OF_MENTIONS];

describe.each(CASES.map((one) => [one.judgement.name, one] as const))('%s', (_, { judgement, ...one }) => {
  // All earlier matches are the file's statements, which decide about a mention.
  const seenBy = (all: Candidate[]) => (judgement === statedElsewhere ? all.slice(0, -1) : all);
  const keepsLast = (text: string, finds: Find[]) => {
    const all = finds.map(candidate);
    return judgement.keeps(all.at(-1)!, contextOf(Buffer.from(text), seenBy(all)));
  };
  it('drops', () => expect(keepsLast(one.text ?? '', one.dropped)).toBe(false));
  it('keeps', () => expect(keepsLast(one.keptText ?? one.text ?? '', one.kept)).toBe(true));
});

it('every judgement has its cases, and its name once', () => {
  const all = ROUNDS.flat().map(({ name }) => name);
  expect(new Set(all).size).toBe(all.length);
  expect(CASES.map(({ judgement }) => judgement.name).sort()).toEqual(all.sort());
});

it('the order of judgements in a round does not matter', () => {
  for (const round of ROUNDS) {
    for (const { text, dropped } of CASES) {
      const all = dropped.map(candidate);
      const context = contextOf(Buffer.from((text ?? '').padEnd(2000)), all);
      expect(holdRound([...round].reverse(), all, context, [])).toEqual(holdRound(round, all, context, []));
    }
  }
});

describe('explain prints why', () => {
  const index = loadLicenseIndex();
  const textOf = (id: string) => licenseLibrary().find((license) => license.id === id)!.text;
  it.each<[Judgement, string]>([
    [besideChecksum, 'd41d8cd98f00b204e9800998ecf8427e  COPYING.gplv3\n'],
    [otherNameOfText, `X11 License\n\n${textOf('MIT')}`],
    [loneException, 'Licensed under Classpath-exception-2.0'],
    [versionElsewhere, 'Licensed under the GPL version 2.\n\nThis file: licensed under the GPL.\n'],
  ])('$name', (judgement, text) => {
    const refused = explainFile(index, Buffer.from(text))!.explained.filter(({ isAccepted }) => !isAccepted);
    expect(refused.map(({ why }) => why)).toContain(judgement.why);
  });
});
