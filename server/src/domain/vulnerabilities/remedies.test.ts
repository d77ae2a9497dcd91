import { expect, it } from 'vitest';
import {
  laterVersions,
  MOST_TRIALS,
  type RemedyPackage,
  type RemedyQuestion,
  remedyOf,
  type Trial,
} from './remedies.ts';

const node = (name: string, version: string, more: Partial<RemedyPackage> = {}): RemedyPackage => ({
  itemId: name.charCodeAt(0),
  itemName: `${name} ${version}`,
  purl: `pkg:npm/${name}@${version}`,
  type: 'npm',
  name,
  version,
  isDirect: false,
  ...more,
});

const direct = node('direct', '1.0.0', { isDirect: true });
const middle = node('middle', '1.0.0');
const vulnerable = node('vulnerable', '1.0.0');
const inRegistry = {
  list: ['0.9.0', '1.0.0', '1.0.1', '1.0.2-rc.1', '1.0.2', '2.0.0'],
  proof: 'registry' as const,
  source: 'npm',
};
/** CVE-1 is fixed in 1.0.2, CVE-2 in 2.0.0. */
const fixedLate = (version: string) =>
  ['0.9.0', '1.0.0', '1.0.1', '1.0.2-rc.1'].includes(version)
    ? ['CVE-1', 'CVE-2']
    : version === '1.0.2'
      ? ['CVE-2']
      : [];

interface Case {
  question?: Partial<RemedyQuestion>;
  range?: string | undefined;
  /** Versions of the vulnerable package by version of the direct dependency. */
  trials?: Record<string, string[] | string>;
  brings?: string[];
  problem?: string;
}

async function remedy({ question, range, trials = {}, brings = [], problem = '' }: Case) {
  const calls: string[] = [];
  const answer = await remedyOf(
    {
      subject: vulnerable,
      counted: ['CVE-1', 'CVE-2'],
      vulnerabilitiesOf: fixedLate,
      versions: inRegistry,
      dependents: [{ of: middle, range }],
      directsOf: () => [direct],
      ...question,
    },
    {
      versionsOf: async () => ({ list: Object.keys(trials), source: 'npm', problem }),
      trial: async (_of, version): Promise<Trial> => {
        calls.push(version);
        const found = trials[version] ?? [];
        return typeof found === 'string' ? { versions: [], whyUnknown: found } : { versions: found, whyUnknown: '' };
      },
      vulnerabilitiesOf: async () => brings,
    },
  );
  return { ...answer, calls, raised: answer.raises.map(({ of, toVersion }) => `${of.name} ${toVersion}`) };
}

it.each<[string, Case, Record<string, unknown>]>([
  [
    'a direct dependency itself, to the first version without any of them',
    { question: { subject: { ...vulnerable, isDirect: true }, dependents: [] } },
    { outcome: 'RAISE', target: '2.0.0', raised: ['vulnerable 2.0.0'], cured: ['CVE-1', 'CVE-2'], remaining: [] },
  ],
  [
    'every version has some: the first with the fewest, and the remaining ones',
    {
      question: {
        subject: { ...vulnerable, isDirect: true },
        dependents: [],
        versions: { ...inRegistry, list: ['1.0.1', '1.0.2', '1.0.3'] },
        vulnerabilitiesOf: (v) => (v === '1.0.1' ? ['CVE-1', 'CVE-2'] : ['CVE-2']),
      },
    },
    { outcome: 'PARTLY', target: '1.0.2', cured: ['CVE-1'], remaining: ['CVE-2'] },
  ],
  [
    'all ranges allow it: only the lockfile',
    { range: '>=1.0.0' },
    { outcome: 'REFRESH', raised: ['vulnerable 2.0.0'], calls: [] },
  ],
  [
    'a range does not: the first version of the direct one that brings a good one',
    { range: '^1.0.0', trials: { '1.0.0': ['1.0.2'], '1.1.0': ['1.0.2', '2.0.0'], '1.2.0': ['2.0.0'], '2.0.0': [] } },
    { outcome: 'RAISE', raised: ['direct 1.2.0'], calls: ['1.0.0', '1.1.0', '1.2.0'], remaining: [] },
  ],
  [
    'the direct one unchanged, resolved again',
    { range: '^1.0.0', trials: { '1.0.0': ['2.0.0'] } },
    { outcome: 'REFRESH', raised: ['direct 1.0.0'] },
  ],
  [
    'a version that does not need it',
    { range: '^1.0.0', trials: { '1.0.0': ['1.0.0'], '3.0.0': [] } },
    { outcome: 'RAISE', raised: ['direct 3.0.0'] },
  ],
  [
    'no version helps',
    { range: '^1.0.0', trials: { '1.0.0': ['1.0.0'], '3.0.0': ['1.0.1'] } },
    { outcome: 'NONE', cured: [], remaining: ['CVE-1', 'CVE-2'] },
  ],
  [
    'some help a little',
    { range: '^1.0.0', trials: { '1.0.0': ['1.0.0'], '3.0.0': ['1.0.2'] } },
    { outcome: 'PARTLY', cured: ['CVE-1'], remaining: ['CVE-2'] },
  ],
  [
    'an unknown version is no fix',
    { range: '^1.0.0', trials: { '1.0.0': ['1.0.0'], '2.0.0': 'no registry has said what new-one needs' } },
    {
      outcome: 'UNTOLD',
      cured: [],
      words: 'Unknown: direct 2.0.0: no registry has said what new-one needs.',
    },
  ],
  [
    'no registry was asked',
    { range: '^1.0.0', problem: 'no registry has answered about direct' },
    { outcome: 'UNTOLD', words: 'Unknown: no registry has answered about direct.' },
  ],
  ['an unknown range is no proof', { range: undefined, trials: { '1.0.0': ['1.0.0'] } }, { outcome: 'NONE' }],
  ['an unreadable range is no proof', { range: 'workspace:***', trials: { '1.0.0': ['1.0.0'] } }, { outcome: 'NONE' }],
  [
    'the direct dependency that leads to it is unknown',
    { range: '^1.0.0', question: { directsOf: () => [] } },
    { outcome: 'UNTOLD' },
  ],
  [
    'a raise that brings others says so',
    { range: '^1.0.0', trials: { '1.0.0': ['1.0.0'], '2.0.0': [] }, brings: ['CVE-9'] },
    { outcome: 'RAISE', words: 'Upgrade direct to 2.0.0. That removes all 2.' },
  ],
  [
    'Go takes the highest requested version',
    { question: { subject: { ...vulnerable, type: 'golang' } }, range: '1.0.0' },
    { outcome: 'RAISE', raised: ['vulnerable 2.0.0'], calls: [] },
  ],
  [
    'a package that the project and another package request is raised in both ways',
    {
      question: { subject: { ...vulnerable, isDirect: true } },
      range: '^1.0.0',
      trials: { '1.0.0': ['1.0.0'], '2.0.0': [] },
    },
    { outcome: 'RAISE', raised: ['vulnerable 2.0.0', 'direct 2.0.0'] },
  ],
  [
    'one of two ways remains: partly',
    { question: { subject: { ...vulnerable, isDirect: true } }, range: '^1.0.0', trials: { '1.0.0': ['1.0.0'] } },
    { outcome: 'PARTLY', cured: [], remaining: ['CVE-1', 'CVE-2'] },
  ],
  [
    'neither registry nor advisory names a version',
    { question: { subject: { ...vulnerable, isDirect: true }, dependents: [], versions: { ...inRegistry, list: [] } } },
    { outcome: 'UNTOLD', target: '' },
  ],
])('%s', async (_title, given, expected) => {
  expect(await remedy(given)).toMatchObject(expected);
});

it('tries a limited number of versions, and says so', async () => {
  const trials = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`1.${i}.0`, ['1.0.0']]));
  const { calls, words } = await remedy({ range: '^1.0.0', trials });
  expect(calls).toHaveLength(MOST_TRIALS);
  expect(words).toContain(`Only the first ${MOST_TRIALS} versions were tried.`);
});

it.each<[string, string, string[], string[]]>([
  ['npm', '1.0.0', ['2.0.0-rc.1', '1.2.0', '1.10.0', '0.9.0'], ['1.2.0', '1.10.0']],
  ['npm', '1.0.0-rc.1', ['1.0.0', '1.0.0-rc.2'], ['1.0.0-rc.2', '1.0.0']],
  ['pypi', '1.0', ['1.1rc1', '1.1', '1.2.dev1', '1.0.post1'], ['1.0.post1', '1.1']],
  ['gem', '1.0', ['1.1.pre', '1.1'], ['1.1']],
  ['maven', '1.0', ['1.1-RC1', '1.1-jre', '2.0-M1'], ['1.1-jre']],
  ['deb', '1.0-1', ['1.0-1+deb12u1', '1.1~rc1-1'], ['1.0-1+deb12u1']],
])('%s: versions after %s', (type, version, list, expected) => {
  expect(laterVersions({ type, version }, list)).toEqual(expected);
});
