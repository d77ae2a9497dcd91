// Every operation, driven from its own schemas with input that nobody should send, against the real server on a real database. Whatever
// comes in: no fault, nothing told that is not the caller's to know, answers as they are described, and a sound database at the end.
// Another random run: ASSAY_HOSTILE_SEED=7 npx vitest run --project server server/test/hostile
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFormBody, isRawBody, type Route } from '../../src/http/route.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import { inconsistencies } from '../consistency.ts';
import type { Person } from '../harness.ts';
import { createDriver, type Driver, formText, type Request, validRequest } from './driver.ts';
import {
  DEEP_LIST,
  DEEP_OBJECT,
  hostileValues,
  jsonText,
  type Member,
  MISSING,
  membersOf,
  type Sampler,
  schemaOf,
  seeded,
  withMember,
} from './inputs.ts';
import { ALSO, makeWorld, SECRET, samplerFor, type Things, type World } from './world.ts';

const FIXED_SEED = 20_261_121;
const SEEDS = [FIXED_SEED, Number(process.env.ASSAY_HOSTILE_SEED ?? FIXED_SEED + 1)];
const RANDOM_CALLS = 3;
const AT_ONCE = 5;

/** Of five such calls at once, one succeeds: names are unique, and what is gone is gone. */
const ONLY_ONCE = new Set([
  ...['createProjectLegacy', 'createProject', 'createFolder', 'createCustomField', 'createComponent', 'createVersion'],
  ...['createLicense', 'createUser', 'createScanProfile', 'createPolicy', 'startScan', 'deleteProject'],
  ...['deleteInventory', 'deleteFolder', 'deleteComponent', 'deleteVersion', 'deleteLicense', 'deleteRule'],
  ...['deleteScanProfile', 'deletePolicy', 'revokeToken', 'closeTask', 'applyPolicy', 'queueNotices'],
  ...['resetPassword', 'retryMail'],
]);
/** Calls that use up what they name, besides DELETE. */
const CONSUMING = new Set([
  'cancelJob',
  'closeTask',
  'startScan',
  'setProjectStatus',
  'uploadProjectCodebase',
  'deactivateUser',
]);
/** Answered with success only after work that this test does not do: built later, or wanting what is not there. */
const NEVER_SUCCEED = new Set([
  ...[
    'assignTaskIssues',
    'syncLdap',
    'testLdapSettings',
    'importProjectData',
    'importProjectDataLegacy',
    'importSbom',
    'queueSbomExport',
  ],
  ...[
    'createSession',
    'login',
    'sendTestMail',
    'importLicenseRules',
    'uploadProjectCodebase',
    'uploadReport',
    'downloadReport',
  ],
  ...[
    'getEmailTemplate',
    'getEmailTemplateImage',
    'getInventoryWorkflow',
    'listInventoriesOfAlias',
    'listScannedFiles',
  ],
  ...['removeChildProjects', 'reopenTask', 'unlockProject', 'updateReport', 'deleteReport'],
  ...['testScmInstance', 'deleteScmInstance', 'updateGitInstance', 'updateSubversionInstance', 'updateTFSInstance'],
  ...['updatePerforceInstance', 'unsuppressVulnerability', 'generateReportLegacy'],
]);

let world: World;
let driver: Driver;
let things: Things;
/** True when the things have been used up. */
let areConsumed = false;
let count = 0;

beforeAll(async () => {
  world = await makeWorld();
  driver = createDriver({
    h: world.h,
    secret: SECRET,
    mayKnow: (person) => person?.id === world.admin.id,
    patienceMs: 20_000,
  });
  things = await world.makeThings();
});
afterAll(() => world.h.close());

const callOf = (route: Route, sampler: Sampler): Request => validRequest(route, sampler, ALSO[route.id]);

/** System administrators see everything, so they call only what nobody else may. */
async function callerOf(route: Route): Promise<Person> {
  if (route.id === 'endSession') return world.h.person(`leaver-${++count}`);
  return route.access.name === 'permission system_admin' ? world.admin : world.attacker;
}

const isConsuming = (route: Route) => route.method === 'DELETE' || CONSUMING.has(route.id) || ONLY_ONCE.has(route.id);

async function thingsFor(route: Route): Promise<Things> {
  if (areConsumed || isConsuming(route)) things = await world.makeThings();
  areConsumed = isConsuming(route);
  return { ...things, freshLogin: `login-${++count}` };
}

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
  if (part !== 'body') return { ...request, [part]: { ...request[part], [path[0]]: value } };
  return { ...request, body: withMember(schemaOf(route.body as never) ?? {}, request.body, path, value, sampler) };
}

const described = (value: unknown) => (value === MISSING ? 'missing' : (jsonText(value) ?? 'undefined').slice(0, 60));

const complaints = () => [...driver.complaints.values()];

it.for(ALL_ROUTES.map((route) => route.id))('%s: a call as it should be, again, and five at once', async (id) => {
  const route = ALL_ROUTES.find((one) => one.id === id) as Route;
  const own = await thingsFor(route);
  const sampler = samplerFor(route.id, own);
  const request = callOf(route, sampler);
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
  if (ONLY_ONCE.has(route.id))
    expect(`${wins}: ${answers.map((one) => one.text.slice(0, 150)).join('\n')}`).toMatch(/^1:/);
});

it('each member of each operation with each hostile value', { timeout: 300_000 }, async () => {
  for (const route of ALL_ROUTES) {
    const own = await thingsFor(route);
    for (const member of membersOfRoute(route)) {
      for (const value of hostileValues(member.schema, member.part !== 'body')) {
        const sampler = samplerFor(route.id, { ...own, freshLogin: `login-${route.id}` });
        const request = change(route, callOf(route, sampler), member, value, sampler);
        const what = `${member.part}.${member.path.join('.')} = ${described(value)}`;
        await driver.send(route, request, await callerOf(route), what);
      }
    }
  }
});

it('bodies, headers and addresses that nobody should send', { timeout: 120_000 }, async () => {
  // What a call uses up, it finds gone at the next: that is enough here.
  const [own, spare] = [await world.makeThings(), await world.makeThings()];
  for (const route of ALL_ROUTES) {
    const named = { ...(isConsuming(route) ? spare : own), freshLogin: `twisted-${route.id}` };
    for (const [what, twist] of Object.entries(twistsOf(route))) {
      const request = callOf(route, samplerFor(route.id, named));
      await driver.send(route, { ...request, ...twist(request) }, await callerOf(route), what);
    }
    const request = callOf(route, samplerFor(route.id, named));
    const strangers: [string, Person | null][] = [
      ['without a token', null],
      ['with a token of nobody', { ...world.attacker, token: 'x.y.z' }],
    ];
    for (const [what, who] of strangers) {
      const { status } = await driver.send(route, request, who, what);
      if (route.access.needsSignIn) expect(`${route.id} ${what}: ${status}`).toBe(`${route.id} ${what}: 401`);
    }
  }
});

type Twist = (request: Request) => Partial<Request>;

const body =
  (payload: string | Buffer): Twist =>
  () => ({ payload });
const header =
  (headers: Record<string, string>): Twist =>
  () => ({ headers });

const TWISTS: Record<string, Twist> = {
  'a trailing slash': () => ({ suffix: '/' }),
  'the short prefix': () => ({ prefix: '/api' }),
  'an empty body': body(''),
  'no content type': header({ 'content-type': '' }),
  'plain text': header({ 'content-type': 'text/plain' }),
  'a form of a page': header({ 'content-type': 'application/x-www-form-urlencoded' }),
  'a form without a boundary': header({ 'content-type': 'multipart/form-data' }),
  'a content type that is none': header({ 'content-type': ';;;=,' }),
  'a huge announced length': header({ 'content-length': String(2 ** 40) }),
  'a length that is none': header({ 'content-length': 'many' }),
  'an encoding that is none': header({ 'content-encoding': 'gzip' }),
  'unknown in the query': ({ query }) => ({ query: { ...query, __proto__x: '1', constructor: '1', 'a[b]': 'c' } }),
  'every query member twice': ({ query }) => ({
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value, value]])),
  }),
  'a broken escape in the query': () => ({ suffix: '?a=%zz&%=%&=&&__proto__=1' }),
  'a broken escape in the path': () => ({ suffix: '%zz' }),
  'a cookie that is none': header({ cookie: 'assay_session=%zz; assay_session=x.y.z; ;;==' }),
  'another method asked for': header({ 'x-http-method-override': 'DELETE' }),
  'a range and conditions': header({ range: 'bytes=5-1,-0', 'if-none-match': '*', expect: 'nothing' }),
};

const BODY_TWISTS: Record<string, Twist> = {
  null: body('null'),
  'a list': body('[]'),
  'a text': body('"text"'),
  'a number': body('1'),
  'half a body': body('{"name": "a'),
  'deep lists': body(DEEP_LIST.text),
  'deep objects': body(DEEP_OBJECT.text),
  'deeper lists, broken off': body('['.repeat(200_000)),
  'bytes that are no UTF-8': body(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'a byte order mark': ({ body: value }) => ({ payload: `\ufeff${value === undefined ? '{}' : jsonText(value)}` }),
  '__proto__ in the body': body('{"__proto__": {"isAdmin": true}}'),
  'constructor in the body': body('{"constructor": {"prototype": {"isAdmin": true}}}'),
  'a member twice': body('{"name": "a", "name": 1}'),
};

const FORM_TWISTS: Record<string, Twist> = {
  'an unknown part': ({ body: parts }) => ({ body: { ...(parts as object), nobody: 'x' } }),
  'parts of wrong kinds': ({ body: parts }) => ({
    body: Object.fromEntries(
      Object.entries(parts as object).map(([name, value]) => [
        name,
        Buffer.isBuffer(value) ? 'text' : Buffer.from('file'),
      ]),
    ),
  }),
  'NUL in every text': ({ body: parts }) => ({ body: everyText(parts, 'a\0b') }),
  'huge numbers in every text': ({ body: parts }) => ({ body: everyText(parts, '9223372036854775808') }),
  'an evil file name': ({ body: parts }) => ({
    payload: formText(parts as Record<string, unknown>, '../../../../tmp/evil\0.json'),
  }),
  'a form that breaks off': ({ body: parts }) => ({
    payload: formText(parts as Record<string, unknown>).subarray(0, -20),
  }),
  'a form without its end': ({ body: parts }) => ({
    payload: formText(parts as Record<string, unknown>).subarray(0, 70),
  }),
  'many parts': () => ({ body: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`part${at}`, 'x'])) }),
};

function everyText(parts: unknown, text: string): Record<string, unknown> {
  const entries = Object.entries(parts as object).map(([name, value]) => [name, Buffer.isBuffer(value) ? value : text]);
  return Object.fromEntries(entries);
}

function twistsOf(route: Route): Record<string, Twist> {
  if (isFormBody(route.body)) return { ...TWISTS, ...FORM_TWISTS };
  return route.body ? { ...TWISTS, ...BODY_TWISTS } : { ...TWISTS, 'a list': BODY_TWISTS['a list'] };
}

it('a body beyond the largest', async () => {
  const route = ALL_ROUTES.find((one) => one.id === 'createFolder') as Route;
  const request = callOf(route, samplerFor(route.id, things));
  const payload = Buffer.alloc(64 * 1024 * 1024 + 1, ' ');
  const { status } = await driver.send(route, { ...request, payload }, world.attacker, 'too large');
  expect(status).toBe(413);
});

it('400 for an address that cannot be read, in the envelope of the newer operations', async () => {
  const { statusCode, body: text } = await world.h.server.inject('/api/projects/%zz');
  expect(statusCode).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ errors: [{ message: expect.stringContaining('percent sign') }] });
});

it('the things of another person', async () => {
  for (const route of ALL_ROUTES) {
    const foreign = { ...world.victim, freshLogin: `login-${++count}` };
    if (route.id === 'endSession') continue;
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
  }
});

it.for(SEEDS)('several hostile members at once, by the seed %i', { timeout: 120_000 }, async (seed) => {
  const random = seeded(seed);
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)];
  for (const route of ALL_ROUTES) {
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
  expect(complaints()).toEqual([]);
});

it('the calls went through the doors', () => {
  const closed = ALL_ROUTES.map((route) => route.id).filter((id) => !driver.succeeded.has(id));
  const unexpected = closed.filter((id) => !NEVER_SUCCEED.has(id));
  expect(unexpected.map((id) => `${id}: ${driver.refused.get(id)}`)).toEqual([]);
});

it('the server lives, and its prototypes are clean', async () => {
  expect((await world.h.server.inject('/readyz')).statusCode).toBe(200);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

it('the database is consistent', async () => {
  expect(await inconsistencies(world.h.database.pool)).toEqual([]);
});
