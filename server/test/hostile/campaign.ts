// Calls operations with hostile input, made from their own schemas, on the real server with a real database. Whatever the input: no call
// fails with an internal error or reveals what the caller may not see, all answers match their schemas, and the database stays consistent.
// The operations are divided among several test files, so that they run in parallel and none takes long; each operation is a test.
// What the same code refuses for all operations is dealt among them: each meets a third of it, and the other thirds meet its neighbours.
// Another random run: ASSAY_HOSTILE_SEED=7 npx vitest run --project server server/test/hostile; all of it for each operation: ASSAY_HOSTILE_WHOLE=1
import { firstOf, itemAt } from '@assay/scanner/items';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFormBody, isRawBody, type Route } from '../../src/http/route.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import { inconsistencies } from '../consistency.ts';
import type { Person } from '../harness.ts';
import { createDriver, type Driver, type Request, validRequest } from './driver.ts';
import {
  hostileValues,
  jsonText,
  type Member,
  MISSING,
  membersOf,
  reachingValues,
  refusedValues,
  type Sampler,
  schemaOf,
  seeded,
  withMember,
} from './inputs.ts';
import { ALSO, samplerFor, type Things, watched } from './meanings.ts';
import { twistsOf } from './twists.ts';
import { makeWorld, SECRET, type World } from './world.ts';

const FIXED_SEED = 20_261_121;
const SEEDS = [FIXED_SEED, Number(process.env.ASSAY_HOSTILE_SEED ?? FIXED_SEED + 1)];
const RANDOM_CALLS = 3;
const HANDS = process.env.ASSAY_HOSTILE_WHOLE ? 1 : 3;
const AT_ONCE = 5;

/** If five of these calls are made at once, one succeeds: names are unique, and a thing can be deleted only once. */
const ONLY_ONCE = new Set([
  ...['createProjectLegacy', 'createProject', 'createFolder', 'createCustomField', 'createComponent', 'createVersion'],
  ...['createLicense', 'createUser', 'createScanProfile', 'createPolicy', 'startScan', 'deleteProject'],
  ...['dependencyTrackCreate', 'dependencyTrackDelete'],
  ...['deleteInventory', 'deleteFolder', 'deleteComponent', 'deleteVersion', 'deleteLicense', 'deleteRule'],
  ...[
    'deleteScanProfile',
    'deletePolicy',
    'forgetVersionLicense',
    'revokeToken',
    'closeTask',
    'applyPolicy',
    'queueNotices',
    'queueSbomExport',
    'createRelease',
  ],
  ...['resetPassword', 'retryMail', 'createAlmInstance', 'deleteAlmInstance'],
]);
/** Calls other than DELETE that remove the thing that they name. */
const CONSUMING = new Set([
  'cancelJob',
  'closeTask',
  'startScan',
  'setProjectStatus',
  'uploadProjectCodebase',
  'deactivateUser',
]);
/** Operations that cannot succeed here: they are not built yet, or need missing data. */
const NEVER_SUCCEED = new Set([
  // Nobody here signs as a code host does.
  'receivePush',
  ...['assignTaskIssues', 'syncLdap', 'testLdapSettings'],
  ...['testAlmInstance', 'createTaskIssue', 'deleteProjectAlm'],
  ...['importProjectData', 'importProjectDataLegacy', 'importSbom', 'importVex', 'importVexDocument'],
  // The SBOM of this world is of no standard, and no source of VEX has a document.
  ...['getSbomFilling', 'downloadFilledSbom', 'downloadVexDocument'],
  // Its ids are of components of published inventory.
  ...['dependencyTrackComponent', 'dependencyTrackComponentGraph'],
  // Nobody has decided about the item.
  'setReviewReach',
  // No decision has lapsed.
  'getChangedWords',
  // The first call for the key has taken it away.
  'distrustAdvisoryKey',
  // It takes a document.
  'compareWithSentSbom',
  ...['dependencyTrackUpload', 'dependencyTrackUploadForm', 'dependencyTrackVex', 'dependencyTrackVexForm'],
  // Nothing was exported yet.
  ...['getSbomExport', 'downloadSbomExport'],
  ...[
    'createSession',
    'changePassword',
    'changeSecurityQuestion',
    'login',
    'sendTestMail',
    'importLicenseRules',
    'uploadProjectCodebase',
    // They need headers of their protocol, and an upload of the caller.
    ...['createResumableUpload', 'getResumableUpload', 'appendResumableUpload', 'terminateResumableUpload'],
    'uploadReport',
    'viewReport',
    'downloadReport',
  ],
  ...['getEmailTemplate', 'getEmailTemplateImage', 'getInventoryWorkflow', 'listInventoriesOfAlias'],
  ...['removeChildProjects', 'reopenTask', 'unlockProject', 'updateReport', 'deleteReport', 'listScannedFiles'],
  ...[
    // Without a source of that number.
    ...['updateImageSource', 'deleteImageSource', 'testImageSource', 'importAttachedSbom'],
    ...['createPackageSource', 'updatePackageSource', 'deletePackageSource', 'testPackageSource'],
    'synchroniseScmInstances',
    'testScmInstance',
    'deleteScmInstance',
    'updateGitInstance',
    'updateSubversionInstance',
    'updateTFSInstance',
  ],
  // Nobody has sent anything, and facts belong to the files of a send.
  ...[
    'getScanAgent',
    'listRemoteCodebase',
    'removeScanAgent',
    'sendRemoteFiles',
    'sendRemoteFacts',
    'finishRemoteSend',
  ],
  ...['updatePerforceInstance', 'unsuppressVulnerability', 'generateReportLegacy'],
  // No advisory of this world names vulnerable code.
  'acceptVulnerableCodeAbsent',
  // A rule needs a condition, which the driver leaves empty: so there is none to change.
  ...['createAnalysisRule', 'previewAnalysisRule', 'updateAnalysisRule', 'deleteAnalysisRule', 'switchAnalysisRule'],
  ...['getAnalysisRule', 'listDecidedByAnalysisRule'],
  // No evidence of an item of this world is gone, and no decision has lost its ground.
  ...['keepGoneInventory', 'releaseKeptInventory', 'confirmDecisions'],
  // No token of an undo can be guessed.
  ...['undoBulkDecision', 'undoBulkDecisionOfProjects'],
  // ... and none could count for what it was not made on.
  ...['listCarriedProposalsOfGroup', 'answerCarriedProposals'],
  ...['copyProject', 'installReportScripts', 'removeReportScript', 'testRegistry', 'getPackageLookup'],
  // Only one library job may be open, and without a worker the first one stays open.
  ...['importCurations', 'addOwnAdvisories', 'importAdvisories', 'updateAdvisories', 'updateVexSource'],
]);

export interface CampaignOptions {
  /** A worker completes jobs while the calls are made. */
  hasWorker: boolean;
  /** Valid calls and random ones, without the hostile values, invalid bodies and things of others. */
  isShort: boolean;
}

/**
 * The operations of one test file. Neighbours in the list take a similar time, so they are dealt to different
 * files.
 */
export function dealt(hand: number, hands: number): Route[] {
  return ALL_ROUTES.filter((_route, index) => index % hands === hand);
}

/** Declares the tests. */
export function attack(
  routes: readonly Route[],
  options: CampaignOptions = { hasWorker: false, isShort: false },
): void {
  let world: World;
  let driver: Driver;
  let things: Things;
  /** True if the prepared things are used up. */
  let areConsumed = false;
  /** Under which names calls that change something have asked for things since these were made. */
  const named = new Set<string>();
  let count = 0;
  let dealtOut = SEEDS[1] ?? 0;
  /** Every third of all that comes here. */
  const isDealt = () => dealtOut++ % HANDS === 0;

  beforeAll(async () => {
    world = await makeWorld();
    driver = createDriver({
      h: world.h,
      secret: SECRET,
      mayKnow: (person) => person?.id === world.admin.id,
      patienceMs: 20_000,
    });
    if (options.hasWorker) await world.h.work();
    things = await world.makeThings();
  });
  afterAll(() => world.h.close());

  /** System administrators see everything, so they call only operations that no other user may call. */
  async function callerOf(route: Route): Promise<Person> {
    if (route.id === 'endSession') return world.h.person(`leaver-${++count}`);
    return route.access.name === 'permission system_admin' ? world.admin : world.attacker;
  }

  async function thingsFor(route: Route, freshLogin = `login-${++count}`): Promise<Things> {
    if (areConsumed || isConsuming(route)) {
      things = await world.makeThings(named);
      named.clear();
    }
    areConsumed = isConsuming(route);
    return thingsOf(route, freshLogin);
  }

  const thingsOf = (route: Route, freshLogin: string): Things =>
    watched({ ...things, freshLogin }, route.method === 'GET' ? new Set() : named);

  const ofEach = (title: string, test: (route: Route) => Promise<void>) =>
    it.for(routes.map((route) => route.id))(`%s: ${title}`, { timeout: 120_000 }, (id) =>
      test(routes.find((one) => one.id === id) as Route),
    );

  ofEach('a call as it should be, again, and five at once', async (route) => {
    const own = await thingsFor(route);
    const request = callOf(route, samplerFor(route.id, own));
    await driver.send(route, request, await callerOf(route), 'as it should be');
    await driver.send(route, request, await callerOf(route), 'replayed');
    if (route.method === 'GET' || route.access.needsSignIn === false) return;
    const fresh = await thingsFor(route);
    const again = callOf(route, samplerFor(route.id, fresh));
    const caller = await callerOf(route);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => driver.send(route, again, caller, `${AT_ONCE} at once`)),
    );
    const wins = answers.filter(({ status }) => status < 300).length;
    if (ONLY_ONCE.has(route.id) && !options.hasWorker)
      expect(`${wins}: ${answers.map((one) => one.text.slice(0, 150)).join('\n')}`).toMatch(/^1:/);
  });

  if (!options.isShort)
    ofEach('each member with each hostile value', async (route) => {
      const sampler = samplerFor(route.id, await thingsFor(route, `login-${route.id}`));
      for (const member of membersOfRoute(route)) {
        const isText = member.part !== 'body';
        const refused = refusedValues(member.schema, isText).filter(isDealt);
        for (const value of [...reachingValues(member.schema, isText), ...refused]) {
          const request = change(route, callOf(route, sampler), member, value, sampler);
          const what = `${member.part}.${member.path.join('.')} = ${described(value)}`;
          await driver.send(route, request, await callerOf(route), what);
        }
      }
    });

  if (!options.isShort)
    ofEach('bodies, headers and addresses that nobody should send', async (route) => {
      // If a call removes its thing, the next call does not find it. This is enough here.
      const own = await thingsFor(route, `twisted-${route.id}`);
      const { own: ofRoute, common } = twistsOf(route);
      for (const [what, twist] of [...Object.entries(ofRoute), ...Object.entries(common).filter(isDealt)]) {
        const request = callOf(route, samplerFor(route.id, own));
        await driver.send(route, { ...request, ...twist(request) }, await callerOf(route), what);
      }
      const request = callOf(route, samplerFor(route.id, own));
      const strangers: [string, Person | null][] = [
        ['without a token', null],
        ['with a token of nobody', { ...world.attacker, token: 'x.y.z' }],
      ];
      for (const [what, who] of strangers) {
        const { status } = await driver.send(route, request, who, what);
        if (route.access.needsSignIn) expect(`${route.id} ${what}: ${status}`).toBe(`${route.id} ${what}: 401`);
      }
    });

  if (!options.isShort)
    ofEach('the things of another person', async (route) => {
      if (route.id === 'endSession') return;
      const foreign = { ...world.victim, freshLogin: `login-${++count}` };
      for (const who of [world.attacker, world.stranger]) {
        const request = callOf(route, samplerFor(route.id, foreign));
        const { status } = await driver.send(route, request, who, `with things of another, as ${who.login}`);
        const isPrivate = / on the project |the job/.test(route.access.name) || /^re(voke|name)Token$/.test(route.id);
        if (isPrivate) expect(`${route.id}: ${status}`).toMatch(/: 40[04]$/);
      }
      const own = await thingsFor(route);
      const sampler = samplerFor(route.id, own);
      for (const member of membersOfRoute(route)) {
        const value = samplerFor(route.id, foreign)(member.path);
        if (value === undefined || value === sampler(member.path)) continue;
        const request = change(route, callOf(route, sampler), member, value, sampler);
        await driver.send(route, request, world.attacker, `${member.path.join('.')} of another`);
      }
    });

  it.for(SEEDS)('several hostile members at once, by the seed %i', { timeout: 120_000 }, async (seed) => {
    const random = seeded(seed);
    const pick = <T>(list: T[]): T => itemAt(list, Math.floor(random() * list.length));
    for (const route of routes) {
      const members = membersOfRoute(route);
      if (members.length === 0) continue;
      for (let call = 0; call < RANDOM_CALLS; call++) {
        const sampler = samplerFor(route.id, { ...things, freshLogin: `random-${route.id}` });
        let request = callOf(route, sampler);
        const changes: string[] = [];
        for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
          const member = pick(members);
          const value = pick(hostileValues(member.schema, member.part !== 'body'));
          request = change(route, request, member, value, sampler);
          changes.push(`${member.part}.${member.path.join('.')} = ${described(value)}`);
        }
        const who = route.id === 'endSession' ? await callerOf(route) : pick([await callerOf(route), world.stranger]);
        await driver.send(route, request, who, `seed ${seed}, ${changes.join(', ')}`);
      }
    }
  });

  it('all of it was answered without a fault, a leak or a broken promise', () => {
    expect([...driver.complaints.values()]).toEqual([]);
  });

  it('the calls went through the doors', () => {
    const closed = routes.map((route) => route.id).filter((id) => !driver.succeeded.has(id));
    const unexpected = closed.filter((id) => !NEVER_SUCCEED.has(id));
    expect(unexpected.map((id) => `${id}: ${driver.refused.get(id)}`)).toEqual([]);
  });

  it('the server lives, and its prototypes are clean', async () => {
    expect((await world.h.server.inject('/readyz')).statusCode).toBe(200);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('the database is consistent', async () => {
    if (options.hasWorker) await settle(world);
    expect(await inconsistencies(world.h.database.pool)).toEqual([]);
  });
}

/** Waits until the jobs have ended. Jobs that the world inserted by hand are in no queue, so no worker runs them. */
async function settle({ h }: World): Promise<void> {
  await h.database.pool.query(`update jobs set status = 'Canceled', completed_at = now() where status = 'New'`);
  await h.allJobsOver();
}

const callOf = (route: Route, sampler: Sampler): Request => validRequest(route, sampler, ALSO[route.id]);

const isConsuming = (route: Route) => route.method === 'DELETE' || CONSUMING.has(route.id) || ONLY_ONCE.has(route.id);

type Part = 'params' | 'query' | 'body';
type PartMember = Member & { part: Part };

function membersOfRoute(route: Route): PartMember[] {
  const body = route.body && !isRawBody(route.body) && !isFormBody(route.body) ? route.body : undefined;
  const parts: [Part, Route['params'] | typeof body][] = [
    ['params', route.params],
    ['query', route.query],
    ['body', body],
  ];
  return parts.flatMap(([part, schema]) =>
    schema
      ? membersOf(schemaOf(schema) ?? {})
          .filter(({ path }) => part === 'body' || path.length === 1)
          .map((member) => ({ ...member, part }))
      : [],
  );
}

function change(route: Route, request: Request, { part, path }: PartMember, value: unknown, sampler: Sampler): Request {
  if (part !== 'body') return { ...request, [part]: { ...request[part], [firstOf(path)]: value } };
  return { ...request, body: withMember(schemaOf(route.body as never) ?? {}, request.body, path, value, sampler) };
}

const described = (value: unknown) => (value === MISSING ? 'missing' : (jsonText(value) ?? 'undefined').slice(0, 60));
