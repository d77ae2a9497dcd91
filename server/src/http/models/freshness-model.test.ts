// Every answer with vulnerabilities, or with counts of them, states the age of the data.
import type { TSchema } from 'typebox';
import { expect, it, test } from 'vitest';
import { coverageSummary } from '../../domain/vulnerabilities/coverage.ts';
import type { DataAge } from '../../domain/vulnerabilities/data-age.ts';
import { ALL_ROUTES } from '../../routes.ts';
import { data, streamed } from '../replies.ts';
import { withFreshness, withFreshnessHeaders } from './freshness-model.ts';

/** These answer decisions or settings, without counts. */
const OF_DECISIONS = [
  'listSuppressions',
  'listSuppressedVersions',
  'analyzeVulnerabilities',
  'liftVulnerabilityAnalyses',
  'importVex',
  'listDecidedByVex',
  ...['listAnalysisRules', 'getAnalysisRule', 'previewAnalysisRule', 'listDecidedByAnalysisRule'],
  'analyzeVulnerabilitiesOfProjects',
  'liftVulnerabilityAnalysesOfProjects',
  'changeVulnerabilityAlerts',
  'acceptVulnerableCodeAbsent',
  'getSiteSettings',
  'getPolicy',
  // What was known at one moment, which the release names.
  ...['listReleases', 'getRelease'],
];
const SPEAKS_OF_THEM = /vulnerab|severit|malware|exploited|epss|endOfLife|advisor(y|ies)$|presence/i;

type Part = TSchema & Record<string, unknown>;

/** Names of members at any depth of an answer. */
function membersOf(schema: Part): string[] {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Part>);
  const below = [schema.items, ...((schema.anyOf ?? []) as Part[]), ...((schema.allOf ?? []) as Part[])];
  return [
    ...members.flatMap(([name, member]) => [name, ...membersOf(member)]),
    ...below.flatMap((one) => (typeof one === 'object' && one !== null ? membersOf(one as Part) : [])),
  ];
}

test('every answer with vulnerabilities has the age of the data', () => {
  const answers = ALL_ROUTES.flatMap(({ id, responses, statesDataAge, isExtra }) => {
    const schema = responses[200]?.schema;
    const isInHeaders = (statesDataAge && !isExtra) || 'Data-coverage' in (responses[200]?.headers ?? {});
    return schema ? [{ id, members: membersOf(schema as Part), isInHeaders }] : [];
  }).filter(({ members }) => members.some((name) => SPEAKS_OF_THEM.test(name)));
  expect(answers.length).toBeGreaterThan(25);
  const silent = answers.filter(
    ({ members, isInHeaders }) =>
      !isInHeaders && !['dataAsOf', 'dataIsStale', 'dataByEcosystem', 'coverage'].every((one) => members.includes(one)),
  );
  expect(silent.map(({ id }) => id).sort()).toEqual([...OF_DECISIONS].sort());
});

const AGE: DataAge = {
  dataAsOf: null,
  dataIsStale: true,
  dataByEcosystem: [{ ecosystem: 'npm', dataAsOf: '2019-01-01 00:00:00', dataIsStale: true }],
  coverage: coverageSummary([
    { reason: '', inShort: '', count: 68 },
    { reason: 'ecosystem', inShort: 'no data for Maven', count: 12 },
  ]),
};
const MEMBERS = JSON.stringify(AGE).slice(1, -1);

it('is inside the envelope', () => {
  expect(withFreshness(data([]), AGE).body).toEqual({ data: [], ...AGE });
});

it('is in headers if the body is defined by the interface document', () => {
  const { body, headers } = withFreshnessHeaders(data([]), AGE);
  expect([body, headers]).toEqual([
    { data: [] },
    {
      'Data-as-of': 'none',
      'Data-is-stale': 'true',
      'Data-coverage': '12 of 80 not compared: no data for Maven',
      'Data-stale-for': 'npm',
    },
  ]);
});

it.each([
  ['{"data":[', ']}', `{"data":[],${MEMBERS}}`],
  ['{"projectId":1,"items":[', ']}', `{"projectId":1,"items":[],${MEMBERS}}`],
])('is after the rows of a streamed list: %s…%s', (open, close, written) => {
  const { body } = withFreshness(streamed(open, none(), close), AGE) as { body: { open: string; close: string } };
  expect(body.open + body.close).toBe(written);
});

async function* none() {}
