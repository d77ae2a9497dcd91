// What servers and workers do from time to time beside requests and jobs, and how often.

import { recheckAbsences } from './advisories/accepted-absences.ts';
import { matchWaiting } from './advisories/match-versions.ts';
import { reportNews, reportNewsOfItems } from './advisories/news.ts';
import { makeDueIssues } from './alm/delivery.ts';
import { synchroniseIssuesWhenDue } from './alm/synchronise.ts';
import { keepRules } from './analysis-rules/changes.ts';
import type { App } from './app.ts';
import { exportAuditHead, sealNow } from './audit/heads.ts';
import { tellWitnesses } from './audit/witness.ts';
import { type Background, type BackgroundStep, startBackground } from './background.ts';
import { committedEnds } from './db/files/blobs.ts';
import { noteChanged, noteToday } from './features/overview/note-days.ts';
import { lapseDecisions } from './features/vulnerabilities/analyses.ts';
import { UPLOAD_JOB } from './ingest/index.ts';
import { removeOverUploads } from './ingest/received.ts';
import { collectWhenDue, freeOwnSegments } from './jobs/content-collection/due.ts';
import { refreshWhenDue } from './jobs/library-refresh/due.ts';
import { verifyStoreWhenDue } from './jobs/store-verification/due.ts';
import { syncDirectoryWhenDue } from './ldap/scheduled.ts';
import { answerPasswordRequests, forgetOldResets } from './mail/password-requests.ts';
import { forgetOldMails, sendDueMails } from './mail/sender.ts';
import { startRequested } from './queue/code-requests.ts';
import { startScheduled } from './queue/code-schedules.ts';
import { endLostJobs } from './queue/own-job.ts';
import { releaseByTags } from './queue/releases.ts';
import { removeOldBulkDecisions, removeOldJobs, removeUnusedSearchHits, removeUnusedTexts } from './queue/retention.ts';
import { queueDueRefresh } from './scans/analysis/evidence-refresh.ts';
import { importedRules } from './scans/analysis/license-rules.ts';
import { removeUnusedMirrors } from './scm/git/unused.ts';
import { forgetOldPushes } from './scm/old-pushes.ts';
import { forgetOldDeliveries, sendDueDeliveries } from './webhooks/sender.ts';

const OUTBOXES_EVERY_MS = 2000;
const SEALS_EVERY_MS = 5000;
/** Nobody has more time than this to cut off a line before its witness knows it. */
const WITNESSES_EVERY_MS = 20_000;
const ISSUES_EVERY_MS = 5000;
const REQUESTS_EVERY_MS = 2000;
const RULES_EVERY_MS = 5000;
const SCHEDULES_EVERY_MS = 60_000;
const MATCHING_EVERY_MS = 2_000;
const FIGURES_EVERY_MS = 5_000;
const COLLECTION_EVERY_MS = 5_000;
const LEFT_BYTES_EVERY_MS = 300_000;
const UPLOADS_EVERY_MS = 15_000;
const HOUSEKEEPING_EVERY_MS = 3_600_000;

const LOST_UPLOAD =
  'The server ended while it unpacked the archive. Nothing of it was kept, and the code base is as it was before. Upload it again.';

/**
 * The background steps of servers. A worker elsewhere does not run them: secrets need the keys, and mails need the templates, of this data folder.
 */
export function startServerBackground(app: App): Background {
  return startBackground(
    [
      { name: 'seals of the audit log', everyMs: SEALS_EVERY_MS, run: () => sealNow(app) },
      ...(app.config.auditHeadMinutes === 0
        ? []
        : [
            {
              name: 'head of the audit log',
              everyMs: app.config.auditHeadMinutes * 60_000,
              run: () => exportAuditHead(app),
            },
          ]),
      { name: 'witnesses of the audit log', everyMs: WITNESSES_EVERY_MS, run: () => tellWitnesses(app) },
      { name: 'webhooks', everyMs: OUTBOXES_EVERY_MS, run: (signal) => sendDueDeliveries(app, signal) },
      { name: 'forgotten passwords', everyMs: OUTBOXES_EVERY_MS, run: (signal) => answerPasswordRequests(app, signal) },
      { name: 'mails', everyMs: OUTBOXES_EVERY_MS, run: (signal) => sendDueMails(app, signal) },
      { name: 'old deliveries', everyMs: HOUSEKEEPING_EVERY_MS, run: () => forgetOldDeliveries(app) },
      { name: 'issues of tasks', everyMs: ISSUES_EVERY_MS, run: (signal) => makeDueIssues(app, signal) },
      { name: 'requests for code', everyMs: REQUESTS_EVERY_MS, run: (signal) => startRequested(app, signal) },
      { name: 'schedules of projects', everyMs: SCHEDULES_EVERY_MS, run: (signal) => startScheduled(app, signal) },
      { name: 'releases by tags', everyMs: REQUESTS_EVERY_MS, run: (signal) => releaseByTags(app, signal) },
      { name: 'old pushes', everyMs: HOUSEKEEPING_EVERY_MS, run: () => forgetOldPushes(app) },
      { name: 'LDAP synchronisation', everyMs: SCHEDULES_EVERY_MS, run: () => syncDirectoryWhenDue(app) },
      {
        name: 'ALM synchronisation',
        everyMs: SCHEDULES_EVERY_MS,
        run: (signal) => synchroniseIssuesWhenDue(app, signal),
      },
      { name: 'license rules of the command line', everyMs: RULES_EVERY_MS, run: () => takeUpRules(app) },
      { name: 'uploads that are over', everyMs: UPLOADS_EVERY_MS, run: () => removeOverUploads(app) },
      {
        name: 'uploads of ended servers',
        everyMs: UPLOADS_EVERY_MS,
        run: () => endLostJobs(app, [UPLOAD_JOB], LOST_UPLOAD),
      },
      { name: 'store', everyMs: HOUSEKEEPING_EVERY_MS, run: () => keepStore(app) },
      { name: 'matching of new versions', everyMs: MATCHING_EVERY_MS, run: () => matchWaiting(app.db) },
      { name: 'rules about vulnerabilities', everyMs: MATCHING_EVERY_MS, run: (signal) => keepRules(app, signal) },
      { name: 'decisions that lapse', everyMs: SCHEDULES_EVERY_MS, run: () => lapseDecisions(app) },
      { name: 'figures of changed projects', everyMs: FIGURES_EVERY_MS, run: (signal) => noteChanged(app, signal) },
      { name: 'figures of the day', everyMs: SCHEDULES_EVERY_MS, run: (signal) => noteToday(app, signal) },
      { name: 'news of vulnerabilities', everyMs: OUTBOXES_EVERY_MS, run: () => reportNewsOfItems(app) },
      // Updates do this at once. This follows imports by the command line, and single advisories.
      { name: 'accepted absences', everyMs: SCHEDULES_EVERY_MS, run: () => recheckAbsences(app, null) },
      // Scans and updates of advisories report malicious files at once. This finds files that were uploaded or removed
      // without a scan.
      { name: 'malicious files', everyMs: SCHEDULES_EVERY_MS, run: () => reportNews(app, null) },
      { name: 'updates of advisories', everyMs: SCHEDULES_EVERY_MS, run: () => refreshWhenDue(app) },
      { name: 'verification of the store', everyMs: SCHEDULES_EVERY_MS, run: () => verifyStoreWhenDue(app) },
      { name: 'deleted contents', everyMs: COLLECTION_EVERY_MS, run: () => collectWhenDue(app) },
      leftBytes(app),
      { name: 'unused mirrors', everyMs: HOUSEKEEPING_EVERY_MS, run: (signal) => dropMirrors(app, signal) },
      { name: 'old mails', everyMs: HOUSEKEEPING_EVERY_MS, run: () => forgetOldMails(app) },
      { name: 'old links for passwords', everyMs: HOUSEKEEPING_EVERY_MS, run: () => forgetOldResets(app) },
      { name: 'old jobs', everyMs: HOUSEKEEPING_EVERY_MS, run: (signal) => removeOldJobs(app, signal) },
      {
        name: 'old bulk decisions',
        everyMs: HOUSEKEEPING_EVERY_MS,
        run: (signal) => removeOldBulkDecisions(app, signal),
      },
      {
        name: 'unused search hits',
        everyMs: HOUSEKEEPING_EVERY_MS,
        run: (signal) => removeUnusedSearchHits(app, signal),
      },
      {
        name: 'unused license texts',
        everyMs: HOUSEKEEPING_EVERY_MS,
        run: (signal) => removeUnusedTexts(app, signal),
      },
    ],
    app.log,
  );
}

/** A worker elsewhere runs nothing else: no other process may remove bytes from its segments. */
export function startWorkerBackground(app: App): Background {
  return startBackground([leftBytes(app)], app.log);
}

const leftBytes = (app: App): BackgroundStep => ({
  name: 'bytes of deleted contents',
  everyMs: LEFT_BYTES_EVERY_MS,
  run: (signal) => freeOwnSegments(app, signal),
});

async function dropMirrors(app: App, signal: AbortSignal): Promise<void> {
  const removed = await removeUnusedMirrors(app, signal);
  if (removed > 0) app.log.info({ removed }, 'mirrors of repositories that no instance names any more were removed');
}

async function takeUpRules(app: App): Promise<void> {
  await importedRules(app);
  await queueDueRefresh(app);
}

/** Moves the garbage of killed writers to the trash, and deletes trash that is a day old. */
async function keepStore({ store, db, log }: App): Promise<void> {
  const report = await store.recover((segments) => committedEnds(db, segments));
  const { cut, removed, putBack } = report;
  if (cut.length + removed.length > 0) log.info({ cut, removed }, 'what unfinished uploads left went to the trash of the store'); // biome-ignore format: one claim
  if (putBack.length > 0) log.warn({ putBack }, 'what the database names after all was put back from the trash');
  const freedBytes = await store.emptyTrash();
  if (freedBytes > 0) log.info({ freedBytes }, 'the trash of the store was emptied of what is a day old');
}
