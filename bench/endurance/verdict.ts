// What a part of the endurance run has shown: faults, which fail it on any machine, and aims that were missed, of which only a quiet machine says
// something. Pure.

export interface Verdict {
  faults: string[];
  missed: string[];
}

type Result = Record<string, unknown>;

/** By the name of the part. `result` is what its program printed; `wanted` the first of its arguments, as a number. */
const JUDGES: Readonly<Record<string, (result: never, wanted: number) => Verdict>> = {
  'backend-kills': judgeBackendKills,
  'process-kills': judgeProcessKills,
  'outcome-kills': judgeOutcomeKills,
  'several-processes': judgeSeveralProcesses,
  'clock-jumps': judgeClockJumps,
  'pdf-reports': judgePdfReports,
  documents: judgeDocuments,
  'waiting-writers': judgeWriters,
  'other-servers': judgeOtherServers,
  soak: judgeSoak,
  fuzzer: judgeFuzzer,
};

export const JUDGED = Object.keys(JUDGES);

/** Throws for a part that nobody judges, and for a result that lacks what its judge reads: neither may look good. */
export function verdictOf(part: string, result: unknown, wanted = 0): Verdict {
  const judge = JUDGES[part];
  if (judge === undefined) throw new Error(`Nobody judges the part "${part}".`);
  return judge(result as never, wanted);
}

/** Sentences of the claims that do not hold. */
const broken = (claims: readonly (readonly [holds: boolean, sentence: string])[]): string[] =>
  claims.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));

const isAlive = (healthz: unknown) => [healthz === 200, `/healthz answers ${healthz}`] as const;

/** A killed session ends its answer, or makes it a 503. */
const FATES_OF_KILLED = ['200', '503', 'broken off'];

function judgeBackendKills(
  {
    kills,
    outcomes,
    healthz,
    lostFiles,
    untried,
  }: { kills: number; outcomes: Record<string, number>; healthz: number; lostFiles: number; untried: string[] },
  wanted: number,
): Verdict {
  const others = Object.keys(outcomes).filter((outcome) => !FATES_OF_KILLED.includes(outcome));
  return {
    faults: broken([
      isAlive(healthz),
      [kills >= wanted, `${kills} of ${wanted} sessions were killed`],
      [untried.length === 0, `not tried: ${untried.join(', ')}`],
      [lostFiles === 0, `${lostFiles} deleted files are still open`],
      [others.length === 0, `answers ${others.join(', ')}`],
    ]),
    missed: [],
  };
}

function judgeProcessKills(
  { kills, stuck, items, collected }: { kills: number; stuck: string[]; items: number; collected: string },
  wanted: number,
): Verdict {
  return {
    faults: broken([
      [kills >= wanted, `${kills} of ${wanted} kills`],
      [stuck.length === 0, `jobs stay open: ${stuck.slice(0, 5).join(', ')}`],
      [items > 0, 'the project has lost its items'],
      [/^Completed/.test(collected), `the collection ended ${collected}`],
    ]),
    missed: [],
  };
}

function judgeSeveralProcesses(
  {
    kills,
    stuck,
    items,
    health,
    collected,
    inconsistencies,
  }: { kills: number; stuck: string[]; items: number; health: number[]; collected: string; inconsistencies: string[] },
  wanted: number,
): Verdict {
  return {
    faults: broken([
      [kills >= wanted, `${kills} of ${wanted} kills`],
      [stuck.length === 0, `jobs stay open: ${stuck.slice(0, 5).join(', ')}`],
      [items > 0, 'the project has lost its items'],
      [
        health.length === 2 && health.every((one) => one === 200),
        `/readyz of the servers answers ${health.join(', ')}`,
      ],
      [/^Completed/.test(collected), `the collection ended ${collected}`],
      [inconsistencies.length === 0, `the database is inconsistent: ${inconsistencies.slice(0, 3).join('; ')}`],
    ]),
    missed: [],
  };
}

function judgeClockJumps({
  seen,
  statuses,
  outcomes,
  stuck,
  healthz,
}: {
  seen: { jump: string; hoursAhead: number }[];
  statuses: Record<string, number>;
  outcomes: Record<string, number>;
  stuck: string[];
  healthz: number;
}): Verdict {
  const faulty = Object.keys(statuses).filter((status) => Number(status) >= 500);
  const { Completed: completed = 0, ...others } = outcomes;
  return {
    faults: broken([
      isAlive(healthz),
      [seen.some(({ hoursAhead }) => hoursAhead >= 24), 'the clock of the server never jumped'],
      [faulty.length === 0, `answers ${faulty.join(', ')}`],
      [stuck.length === 0, `jobs stay open: ${stuck.slice(0, 5).join(', ')}`],
      [completed > 0 && Object.keys(others).length === 0, `jobs ended ${Object.keys(others).join(', ') || 'nowhere'}`],
    ]),
    missed: [],
  };
}

function judgePdfReports({
  kills,
  outcomes,
  left,
  wasPrinting,
  leftAfterKill,
}: {
  kills: number;
  outcomes: { printed: number; without: number; failed: number };
  left: number;
  wasPrinting: boolean;
  leftAfterKill: number;
}): Verdict {
  return {
    faults: broken([
      [kills > 0, 'no browser was killed'],
      [outcomes.printed > 0, 'no report was printed'],
      [outcomes.failed === 0, `${outcomes.failed} reports failed`],
      [left === 0, `${left} browsers stay`],
      [wasPrinting, 'the server did not print when it was killed'],
      [leftAfterKill === 0, `${leftAfterKill} browsers outlive the server`],
    ]),
    missed: [],
  };
}

const MOST_HEALTHZ_MS = 250;

interface WatchedDocument {
  outcome: string;
  healthz: { maxMs: number };
}

function judgeDocuments(result: Record<string, WatchedDocument>): Verdict {
  const all = Object.entries(result);
  return {
    faults: broken([
      [all.length > 0, 'no document was sent'],
      ...all.map(([name, { outcome }]) => [/^(?:200|Completed)\b/.test(outcome), `${name}: ${outcome}`] as const),
    ]),
    missed: broken(
      all.map(([name, { healthz }]) => [
        healthz.maxMs <= MOST_HEALTHZ_MS,
        `${name}: /healthz took ${healthz.maxMs} ms`,
      ]),
    ),
  };
}

const MOST_STRANGER_MS = 300;

interface WaitedFor {
  job: string;
  outcome: string;
  five: { failed: number };
  sixty: { failed: number };
  stranger: { failed: number; p95Ms: number };
  healthz: { failed: number; maxMs: number };
}

function judgeWriters(result: readonly WaitedFor[]): Verdict {
  return {
    faults: broken([
      [result.length > 0, 'no job was run'],
      ...result.map(({ job, outcome }) => [/^(?:Completed.*)?$/.test(outcome), `${job} ended ${outcome}`] as const),
      ...result.map(({ job, five, sixty, stranger, healthz }) => {
        const failed = five.failed + sixty.failed + stranger.failed + healthz.failed;
        return [failed === 0, `${failed} calls failed beside ${job}`] as const;
      }),
    ]),
    missed: broken(
      result.flatMap(({ job, stranger, healthz }) => [
        [stranger.p95Ms <= MOST_STRANGER_MS, `a stranger waited ${stranger.p95Ms} ms (p95) beside ${job}`],
        [healthz.maxMs <= MOST_HEALTHZ_MS, `/healthz took ${healthz.maxMs} ms beside ${job}`],
      ]),
    ),
  };
}

function judgeOutcomeKills(
  {
    kills,
    killed,
    failed,
    different,
  }: Record<'failed' | 'different', string[]> & { kills: number; killed: Record<string, number> },
  wanted: number,
): Verdict {
  const late = Object.keys(killed).filter((where) => where.endsWith('after all steps'));
  return {
    faults: broken([
      [kills >= wanted, `${kills} of ${wanted} kills`],
      [Object.keys(killed).length > late.length, 'no step was hit'],
      [failed.length === 0, `scans ended: ${failed.join('; ')}`],
      [different.length === 0, `other than undisturbed: ${different.join('; ')}`],
    ]),
    missed: [],
  };
}

/** A test of settings waits for the other server, and the caller for the test. */
const MOST_MUTE_SECONDS = 65;
const MOST_FEED_SECONDS = 90;

interface Met {
  outcome: string;
  seconds: number;
}

function judgeOtherServers({
  feeds,
  mail,
  ldap,
  inwardCalls,
  healthz,
}: {
  feeds: Record<string, Met>;
  mail: Met;
  ldap: Met;
  inwardCalls: number;
  healthz: number;
}): Verdict {
  const ofFeeds = Object.entries(feeds);
  const mute = Object.entries({ mail, ldap });
  return {
    faults: broken([
      isAlive(healthz),
      [ofFeeds.length > 0, 'no feed was met'],
      [inwardCalls === 0, `${inwardCalls} calls reached a server inside the network`],
      ...ofFeeds.map(([name, { outcome }]) => [/^(?:Failed|Terminated)/.test(outcome), `${name}: ${outcome}`] as const),
      ...mute.map(([name, { outcome }]) => [/^400 ./.test(outcome), `${name}: ${outcome}`] as const),
    ]),
    missed: broken([
      ...ofFeeds.map(([name, { seconds }]) => [seconds <= MOST_FEED_SECONDS, `${name} took ${seconds} s`] as const),
      ...mute.map(([name, { seconds }]) => [seconds <= MOST_MUTE_SECONDS, `${name} took ${seconds} s`] as const),
    ]),
  };
}

/** Of what is there after the first part. Garbage that is not collected yet is no leak. */
const MOST_GROWTH = 1.3;
const MOST_MORE_FILES = 20;
const MOST_MORE_SESSIONS = 10;

interface Level {
  residentMb: number;
  openFiles: number;
  sessions: number;
}

function judgeSoak({ statuses, levels }: { statuses: Record<string, number>; levels: readonly Level[] }): Verdict {
  const [first, last] = [levels[0], levels.at(-1)];
  if (first === undefined || last === undefined || levels.length < 2)
    return { faults: ['nothing was measured'], missed: [] };
  const failed = Object.keys(statuses).filter((status) => Number(status) >= 500);
  return {
    faults: broken([
      [failed.length === 0, `answers ${failed.join(', ')}`],
      [
        last.residentMb <= first.residentMb * MOST_GROWTH,
        `memory grew from ${first.residentMb} to ${last.residentMb} MB`,
      ],
      [
        last.openFiles <= first.openFiles + MOST_MORE_FILES,
        `open files grew from ${first.openFiles} to ${last.openFiles}`,
      ],
      [
        last.sessions <= first.sessions + MOST_MORE_SESSIONS,
        `sessions grew from ${first.sessions} to ${last.sessions}`,
      ],
    ]),
    missed: [],
  };
}

const LEAST_SUCCEEDED = 0.6;

function judgeFuzzer({
  succeeded,
  faults,
  faultCount,
  healthz,
}: Result & { succeeded: number; faults: string[]; faultCount: number }): Verdict {
  return {
    faults: broken([
      isAlive(healthz),
      [faultCount === 0, `${faultCount} faults: ${faults.slice(0, 3).join('; ')}`],
      [
        succeeded >= LEAST_SUCCEEDED,
        `only ${Math.round(succeeded * 100)} % of the calls succeeded, so little was tried`,
      ],
    ]),
    missed: [],
  };
}
