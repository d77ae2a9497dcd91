// Which decisions count for a subject as it is now: whatever their order, nothing without a decision, and no trace of a withdrawn one.
import { describe, expect, it } from 'vitest';
import { type Candidate, type Carried, type CarryWay, carried, carryWays } from './carrying.ts';
import { compareFile, type FileFactsThen } from './file-carrying.ts';
import { compareItem, type ItemFactsThen, licenseToTake } from './item-carrying.ts';

const NOW = new Date('2026-11-29T12:00:00Z');

/** What comes of the comparison is part of the candidate, so that any mixture can be tried. */
interface Made {
  way?: CarryWay;
}
const compare = ({ former }: Candidate<Made>) => (former.way ? { way: former.way } : { changes: ['it differs'] });

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function made(seed: number): Candidate<Made>[] {
  const pick = random(seed);
  return Array.from({ length: pick(7) }, (_, id) => {
    const way = pick(3) === 0 ? undefined : carryWays[pick(carryWays.length)]!;
    return {
      decision: {
        id,
        kind: 'review' as const,
        scope: (['item', 'project', 'family', 'site'] as const)[pick(4)]!,
        value: { status: pick(2) === 0 ? 'APPROVED' : 'REJECTED' },
        author: 'ann',
        // Few different times, so that many are equal.
        decidedAt: new Date(NOW.getTime() - 1000 * (1 + pick(3))),
        expiresAt: pick(4) === 0 ? new Date(NOW.getTime() - 1) : null,
        supersededAt: pick(4) === 0 ? NOW : null,
      },
      former: way === undefined ? {} : { way },
    };
  });
}

const SEEDS = Array.from({ length: 500 }, (_, seed) => seed + 1);
const stands = ({ decision }: Candidate<unknown>) => decision.supersededAt === null && decision.expiresAt === null;

describe('for any decisions', () => {
  it('the answer is the same in any order', () => {
    for (const seed of SEEDS) {
      const all = made(seed);
      const answer = carried(all, compare, NOW);
      const pick = random(seed * 7);
      const shuffled = all.map((one) => ({ one, at: pick(1000) })).sort((a, b) => a.at - b.at);
      expect(
        carried(
          shuffled.map(({ one }) => one),
          compare,
          NOW,
        ),
      ).toEqual(answer);
      expect(carried(all.toReversed(), compare, NOW)).toEqual(answer);
    }
  });

  it('nothing is decided without a decision that stands and holds', () => {
    const answers = SEEDS.map((seed) => {
      const all = made(seed);
      const answer = carried(all, compare, NOW);
      const standing = all.filter(stands);
      const holding = standing.filter(({ former }) => former.way !== undefined);
      if (standing.length === 0) expect(answer).toEqual({ is: 'undecided' });
      else if (holding.length === 0) expect(answer).toMatchObject({ is: 'lapses', changes: ['it differs'] });
      else {
        const values = new Set(holding.map(({ decision }) => decision.value.status));
        expect(answer.is).toBe(values.size > 1 ? 'conflicts' : 'holds');
        expect(holding.map(({ decision }) => decision.id)).toContain(
          (answer as { by: Candidate<Made> }).by.decision.id,
        );
      }
      return answer.is;
    });
    expect(new Set(answers).size).toBe(4);
  });

  it('a decision that was withdrawn leaves no trace', () => {
    for (const seed of SEEDS) {
      const all = made(seed);
      expect(carried(all, compare, NOW)).toEqual(carried(all.filter(stands), compare, NOW));
    }
  });
});

describe('of decisions that contradict each other', () => {
  const one = (id: number, scope: 'item' | 'project', seconds: number, status: string, way: CarryWay = 'bump') => ({
    decision: {
      ...{ id, kind: 'review' as const, scope, value: { status }, author: 'ann', expiresAt: null, supersededAt: null },
      decidedAt: new Date(NOW.getTime() - 1000 * seconds),
    },
    former: { way },
  });
  const check = (...candidates: Candidate<Made>[]) => {
    const answer = carried(candidates, compare, NOW) as Extract<Carried<Made>, { is: 'conflicts' }>;
    expect(answer.is).toBe('conflicts');
    return [answer.by.decision.id, answer.against.decision.id];
  };

  it('the narrower counts, then the younger, and both are shown', () => {
    expect(check(one(1, 'project', 1, 'REJECTED'), one(2, 'item', 9, 'APPROVED'))).toEqual([2, 1]);
    expect(check(one(1, 'item', 1, 'REJECTED'), one(2, 'item', 9, 'APPROVED'))).toEqual([1, 2]);
  });

  it('the one for the same bytes counts before the one for the same text', () => {
    expect(check(one(1, 'item', 1, 'REJECTED', 'text'), one(2, 'project', 9, 'APPROVED', 'bytes'))).toEqual([2, 1]);
  });
});

const decision = (status = 'APPROVED') => made(3).map((one) => ({ ...one.decision, value: { status } }))[0]!;

describe('the comparison of files', () => {
  const sketch = (...hashes: number[]) => Buffer.from(Uint32Array.from(hashes).buffer).toString('base64');
  const former: FileFactsThen = {
    sha256: 'a',
    placeKey: 'lib/a.js',
    digests: { text: 't', evidence: 'e', sketch: sketch(1, 2, 3, 4) },
    licenses: ['MIT'],
    holders: ['Ann'],
  };
  const check = (now: Partial<FileFactsThen>) =>
    compareFile({ ...former, sha256: 'b', ...now })({ decision: decision(), former });
  const digests = (other: Partial<NonNullable<FileFactsThen['digests']>>) => ({
    digests: { ...former.digests!, text: 'other', ...other },
  });

  it.each<[string, Partial<FileFactsThen>, CarryWay]>([
    ['the same bytes elsewhere', { sha256: 'a', placeKey: 'b' }, 'bytes'],
    ['the same text elsewhere', { placeKey: 'b' }, 'text'],
    ['other code with the same evidence', digests({ sketch: sketch(1, 2, 3, 9) }), 'evidence'],
    [
      'nearly the same code with the same evidence and name elsewhere',
      { ...digests({ sketch: sketch(1, 2, 3, 4, 5) }), placeKey: 'src/a.js' },
      'evidence',
    ],
  ])('%s: holds', (_, now, way) => {
    expect(check(now)).toEqual({ way });
  });

  it.each<[string, Partial<FileFactsThen>, string]>([
    [
      'another file under the same name',
      digests({ sketch: sketch(7, 8, 9, 10) }),
      'only 0 % of its lines are the same',
    ],
    [
      'other code of the same name elsewhere',
      { ...digests({ sketch: sketch(1, 2, 8, 9) }), placeKey: 'src/a.js' },
      'it has other contents',
    ],
    [
      'nearly the same code of another name elsewhere',
      { ...digests({ sketch: sketch(1, 2, 3, 4, 5) }), placeKey: 'src/b.js' },
      'it has other contents',
    ],
    ['other code elsewhere', { ...digests({}), placeKey: 'b' }, 'it has other contents'],
    ['another holder', { ...digests({ evidence: 'x' }), holders: ['Bob'] }, 'the holder Bob is new'],
    ['other words', digests({ evidence: 'x' }), 'the words of its license or copyright statements are different'],
  ])('%s: lapses', (_, now, why) => {
    expect(check(now)).toMatchObject({ changes: expect.arrayContaining([why]) });
  });

  it('no text: lapses', () => {
    const { digests: _, ...binary } = former;
    expect(compareFile({ ...binary, sha256: 'b' })({ decision: decision(), former: binary })).toHaveProperty('changes');
  });
});

describe('the comparison of items', () => {
  const former: ItemFactsThen = {
    version: '1.2.3',
    license: 'MIT',
    concluded: 'MIT',
    declared: 'MIT',
    unread: '',
    bundled: ['ISC'],
    texts: ['t'],
    holders: ['ann'],
    usage: { scope: 'runtime', linking: 'STATIC', modified: '' },
    vulnerabilities: ['CVE-1'],
    gravity: { 'CVE-1': { severity: 'LOW', isExploited: false } },
    isCompared: true,
  };
  const check = (now: Partial<ItemFactsThen>, status?: string) =>
    compareItem({ ...former, version: '1.2.4', ...now })({ decision: decision(status), former });

  it.each<[string, Partial<ItemFactsThen>, CarryWay]>([
    ['the same version', { version: '1.2.3' }, 'version'],
    ['another version', {}, 'bump'],
    ['a vulnerability fewer', { vulnerabilities: [] }, 'bump'],
    ['a vulnerability that is less grave', { gravity: { 'CVE-1': { severity: 'NONE', isExploited: false } } }, 'bump'],
    ['a use that nobody has stated yet', { usage: { scope: 'runtime', linking: 'UNKNOWN' } }, 'bump'],
  ])('%s: holds', (_, now, way) => {
    expect(check(now)).toEqual({ way });
  });

  it.each<[string, Partial<ItemFactsThen>, string]>([
    ['another license', { license: 'GPL-3.0-only' }, 'the license is GPL-3.0-only, it was MIT'],
    ['another declared license', { declared: '' }, 'the declared license is unknown, it was MIT'],
    [
      'words that no rule knows',
      { unread: 'Acorn' },
      'its manifest declares "Acorn", it was no license that is unknown',
    ],
    ['another bundled license', { bundled: ['ISC', 'Zlib'] }, 'the bundled license Zlib is new'],
    ['another text', { texts: ['u'] }, 'the words of its license texts are different'],
    ['another holder', { holders: ['bob'] }, 'the holder bob is new'],
    ['another use', { usage: { scope: 'runtime', modified: 'YES' } }, 'modified is YES, it was unknown'],
    ['a new vulnerability', { vulnerabilities: ['CVE-1', 'CVE-2'] }, 'the vulnerability CVE-2 is new'],
    [
      'a graver vulnerability',
      { gravity: { 'CVE-1': { severity: 'CRITICAL', isExploited: false } } },
      'the vulnerability CVE-1 is CRITICAL, it was LOW',
    ],
    [
      'a vulnerability that is exploited now',
      { gravity: { 'CVE-1': { severity: 'LOW', isExploited: true } } },
      'the vulnerability CVE-1 is exploited now',
    ],
    ['no comparison', { isCompared: false }, 'this version was not compared with advisories'],
  ])('%s: lapses', (_, now, why) => {
    expect(check(now)).toMatchObject({ changes: expect.arrayContaining([why]) });
  });

  it('lapses with other words that no rule knows, and compares none that were not noted', () => {
    const check = (before: string | undefined, unread: string) =>
      compareItem({ ...former, version: '1.2.4', unread })({
        decision: decision(),
        former: { ...former, ...(before === undefined ? { unread: undefined } : { unread: before }) } as ItemFactsThen,
      });
    expect(check('Acorn', 'Acorn')).toEqual({ way: 'bump' });
    expect(check(undefined, 'Acorn')).toEqual({ way: 'bump' });
    expect(check('Acorn', 'Oak')).toEqual({ changes: ['its manifest declares "Oak", it was "Acorn"'] });
  });

  it('holds with the license that was selected of the same choice, and lapses if somebody selected another one', () => {
    const choice = { ...former, concluded: 'MIT OR GPL-2.0-only', declared: 'MIT OR GPL-2.0-only' };
    const after = (now: Partial<ItemFactsThen>) =>
      compareItem({ ...choice, version: '1.2.4', ...now })({ decision: decision(), former: choice });
    const open = { license: 'MIT OR GPL-2.0-only' };
    expect(after(open)).toEqual({ way: 'bump' });
    expect(licenseToTake(choice, { ...choice, ...open })).toBe('MIT');
    expect(after({ license: 'GPL-2.0-only' })).toHaveProperty('changes');
    expect(after({ license: 'MIT OR ISC', concluded: 'MIT OR ISC', declared: 'MIT OR ISC' })).toHaveProperty('changes');
    expect(licenseToTake(former, former)).toBe('');
  });

  it('a rejection lapses if a vulnerability is gone, and not if there is one more', () => {
    expect(check({ vulnerabilities: [] }, 'REJECTED')).toHaveProperty('changes');
    expect(check({ vulnerabilities: ['CVE-1', 'CVE-2'] }, 'REJECTED')).toEqual({ way: 'bump' });
  });

  it('lapses if nothing was recorded', () => {
    expect(compareItem(former)({ decision: decision(), former: undefined })).toHaveProperty('changes');
  });
});
