import { expect, it } from 'vitest';
import { JUDGED, verdictOf } from './verdict.ts';

const KILLS = { kills: 8, outcomes: { 200: 300, 503: 2, 'broken off': 5 }, healthz: 200, lostFiles: 0, untried: [] };
const ENDED = { kills: 3, stuck: [], items: 100, collected: 'Completed' };
const waited = (failed: number, p95Ms: number, outcome = 'Completed', maxMs = 40) => [
  {
    ...{ job: 'Apply Policy', outcome, five: { failed }, sixty: { failed: 0 } },
    ...{ stranger: { failed: 0, p95Ms }, healthz: { failed: 0, maxMs } },
  },
];
const sent = (outcome: string, maxMs: number) => ({ vex: { outcome, healthz: { maxMs } } });
const level = (residentMb: number, openFiles = 130, sessions = 40) => ({ residentMb, openFiles, sessions });
const refused = (outcome: string, seconds = 1) => ({ outcome, seconds });
const MET = {
  ...{ feeds: { drips: refused('Terminated') }, mail: refused('400 Timeout'), ldap: refused('400 Timeout') },
  ...{ inwardCalls: 0, healthz: 200 },
};
const HIT = { kills: 30, killed: { 'server, 2 steps noted': 30 }, failed: [], different: [] };
const SEVERAL = { kills: 3, stuck: [], items: 60, health: [200, 200], collected: 'Completed', inconsistencies: [] };
const JUMPED = { seen: [{ jump: '+2d', hoursAhead: 48 }], statuses: { 200: 9, 401: 1 }, outcomes: { Completed: 9 }, stuck: [], healthz: 200 }; // biome-ignore format: one value
const PRINTED = { kills: 2, outcomes: { printed: 3, without: 3, failed: 0 }, left: 0, wasPrinting: true, leftAfterKill: 0 }; // biome-ignore format: one value
const FUZZED = { succeeded: 0.68, faults: [], faultCount: 0, healthz: 200 };

it.each([
  ['backend-kills', KILLS, 8],
  ['process-kills', ENDED, 3],
  ['several-processes', SEVERAL, 3],
  ['clock-jumps', JUMPED, 0],
  ['pdf-reports', PRINTED, 0],
  ['documents', sent('200 {"decided":5}', 90), 0],
  ['documents', sent('Completed', 90), 0],
  ['outcome-kills', HIT, 30],
  ['waiting-writers', waited(0, 200), 0],
  ['waiting-writers', waited(0, 200, ''), 0],
  ['other-servers', MET, 0],
  ['soak', { statuses: { 200: 9, 409: 1 }, levels: [level(430), level(450)] }, 0],
  ['fuzzer', FUZZED, 0],
])('%s: good', (part, result, wanted) => {
  expect(verdictOf(part, result, wanted)).toEqual({ faults: [], missed: [] });
});

it.each([
  ['backend-kills', { ...KILLS, healthz: 503 }, '/healthz answers 503'],
  ['backend-kills', { ...KILLS, kills: 7 }, '7 of 8 sessions were killed'],
  ['backend-kills', { ...KILLS, untried: ['getRule'] }, 'not tried: getRule'],
  ['backend-kills', { ...KILLS, lostFiles: 2 }, '2 deleted files are still open'],
  ['backend-kills', { ...KILLS, outcomes: { 500: 1 } }, 'answers 500'],
  ['process-kills', { ...ENDED, kills: 8, stuck: ['4 Scan Active'] }, 'jobs stay open: 4 Scan Active'],
  ['process-kills', { ...ENDED, kills: 8, items: 0 }, 'lost its items'],
  ['process-kills', { ...ENDED, kills: 8, collected: 'Failed' }, 'the collection ended Failed'],
  ['several-processes', { ...SEVERAL, kills: 8, health: [200, 503] }, '/readyz of the servers answers 200, 503'],
  ['several-processes', { ...SEVERAL, kills: 8, stuck: ['4 Scan Active'] }, 'jobs stay open: 4 Scan Active'],
  [
    'several-processes',
    { ...SEVERAL, kills: 8, inconsistencies: ['a count'] },
    'the database is inconsistent: a count',
  ],
  ['clock-jumps', { ...JUMPED, seen: [{ jump: '+2d', hoursAhead: 0 }] }, 'the clock of the server never jumped'],
  ['clock-jumps', { ...JUMPED, outcomes: { Failed: 1, Completed: 1 } }, 'jobs ended Failed'],
  ['clock-jumps', { ...JUMPED, statuses: { 500: 1 } }, 'answers 500'],
  ['pdf-reports', { ...PRINTED, left: 2 }, '2 browsers stay'],
  ['pdf-reports', { ...PRINTED, leftAfterKill: 1 }, '1 browsers outlive the server'],
  ['pdf-reports', { ...PRINTED, outcomes: { printed: 3, without: 0, failed: 1 } }, '1 reports failed'],
  ['documents', {}, 'no document was sent'],
  ['documents', sent('Failed too large', 10), 'vex: Failed too large'],
  ['outcome-kills', { ...HIT, different: ['turn 3'] }, 'other than undisturbed: turn 3'],
  ['outcome-kills', { ...HIT, failed: ['turn 3: Failed'] }, 'scans ended: turn 3: Failed'],
  ['outcome-kills', { ...HIT, killed: { 'server, after all steps': 30 } }, 'no step was hit'],
  ['waiting-writers', [], 'no job was run'],
  ['waiting-writers', waited(3, 10), '3 calls failed beside Apply Policy'],
  ['waiting-writers', waited(0, 10, 'Failed: x'), 'Apply Policy ended Failed: x'],
  ['other-servers', { ...MET, inwardCalls: 1 }, '1 calls reached a server inside the network'],
  ['other-servers', { ...MET, feeds: {} }, 'no feed was met'],
  ['other-servers', { ...MET, feeds: { drips: refused('Completed') } }, 'drips: Completed'],
  ['other-servers', { ...MET, ldap: refused('500 Internal error') }, 'ldap: 500'],
  ['soak', { statuses: { 500: 1 }, levels: [level(1), level(1)] }, 'answers 500'],
  ['soak', { statuses: {}, levels: [level(400), level(600)] }, 'memory grew from 400 to 600 MB'],
  ['soak', { statuses: {}, levels: [level(400), level(400, 200)] }, 'open files grew'],
  ['soak', { statuses: {}, levels: [level(400), level(400, 130, 90)] }, 'sessions grew'],
  ['soak', { statuses: {}, levels: [] }, 'nothing was measured'],
  ['fuzzer', { ...FUZZED, faultCount: 1, faults: ['500 GET /x'] }, '1 faults: 500 GET /x'],
  ['fuzzer', { ...FUZZED, succeeded: 0.4 }, 'only 40 % of the calls succeeded'],
])('%s: %j fails', (part, result, sentence) => {
  expect(verdictOf(part, result, 8).faults).toEqual([expect.stringContaining(sentence)]);
});

it('a missed aim of time is told and fails nothing', () => {
  expect(verdictOf('documents', sent('Completed', 900))).toEqual({ faults: [], missed: ['vex: /healthz took 900 ms'] });
  expect(verdictOf('waiting-writers', waited(0, 900)).missed).toHaveLength(1);
  expect(verdictOf('waiting-writers', waited(0, 20, 'Completed', 400))).toEqual({
    faults: [],
    missed: ['/healthz took 400 ms beside Apply Policy'],
  });
});

it('a part that nobody judges, and a result without what is judged, look never good', () => {
  expect(() => verdictOf('other', {})).toThrow('Nobody judges');
  for (const part of JUDGED) expect(() => verdictOf(part, undefined)).toThrow();
  expect(() => verdictOf('fuzzer', {})).toThrow();
});
