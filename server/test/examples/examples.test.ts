// docs/api-examples.json has real requests and answers of every operation. The test calls all of them again and compares; `npm run examples`
// writes the file. The examples are copied into docs/openapi.json.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LegacyError, StandardError } from '../../src/http/models/schemas.ts';
import { inputSchema } from '../../src/http/openapi.ts';
import { isFormBody, isRawBody, type Route } from '../../src/http/route.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import { type Harness, startHarness } from '../harness.ts';
import { MISSING_PROGRAMS } from '../slapd.ts';
import {
  OF_DIRECTORY,
  tellOfAgent,
  tellOfBulkDecisions,
  tellOfGoneItem,
  tellOfLapsedDecision,
  tellOfProposals,
  tellOfRunningJob,
  tellOfTrend,
  tellOfUpload,
  tellWithDirectory,
  tellWithGit,
  tellWithJira,
  tellWithPackages,
  tellWithRegistry,
} from './beside.ts';
import { tellWithImage } from './image.ts';
import { createRecorder, type Recorder, withoutANeed } from './recorder.ts';
import { tellStory } from './story.ts';

let h: Harness;
let recorder: Recorder;
const EXAMPLES = new URL('../../../docs/api-examples.json', import.meta.url);
const DESCRIBED = ALL_ROUTES.filter((route) => !route.isAtRoot);

/** The story is some six hundred calls, one after the other; beside other tests that takes a minute. */
const STORY_MS = 240_000;

beforeAll(async () => {
  // The tracker runs on this machine.
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  recorder = createRecorder(h, await h.person('stranger'));
  const things = await tellStory(h, recorder);
  await tellWithRegistry(h, recorder);
  await tellOfTrend(things, recorder);
  await recorder.sayTheRest(things);
  await tellWithJira(h, recorder);
  await tellWithGit(h, recorder);
  await tellWithImage(h, recorder);
  await tellOfRunningJob(h, recorder);
  await tellOfGoneItem(h, recorder);
  await tellOfLapsedDecision(h, recorder);
  await tellOfBulkDecisions(h, recorder);
  await tellOfProposals(h, recorder);
  await tellOfAgent(h, recorder);
  await tellOfUpload(h, recorder);
  await tellWithPackages(h, recorder);
  if (MISSING_PROGRAMS.length === 0) await tellWithDirectory(h, recorder);
  else keepOfDirectory();
}, STORY_MS);
afterAll(() => h.close());

/** On a machine without a directory server, the stored answers of another machine are kept. */
function keepOfDirectory(): void {
  console.warn(`Examples of LDAP stay as they are: ${MISSING_PROGRAMS.join(' and ')} is not installed.`);
  const { operations } = JSON.parse(readFileSync(EXAMPLES, 'utf8'));
  for (const [id, status] of OF_DIRECTORY) {
    const { answers } = recorder.examples.get(id)!;
    answers[status] = operations[id]?.answers[status];
  }
}

it('docs/api-examples.json matches the answers of the server (npm run examples)', async () => {
  const operations = Object.fromEntries(DESCRIBED.map(({ id }) => [id, recorder.examples.get(id)]));
  const text = `${JSON.stringify({ unauthorized: recorder.unauthorized, operations }, null, 1)}\n`;
  await expect(text).toMatchFileSnapshot(fileURLToPath(EXAMPLES));
});

const answersOf = (route: Route) => recorder.examples.get(route.id)?.answers ?? {};
const isJson = (route: Route, status: number) => !route.responses[status]?.mediaType;

/** The answer is 404 for something other than the thing that the request names, or the thing has a name of a closed list and always exists. */
const WITHOUT_404 = ['generateReportLegacy', 'getEmailTemplate', 'updateRegistry'];

it('every operation has an example of its success', () => {
  const without = DESCRIBED.filter((route) => {
    const good = Object.keys(route.responses)
      .map(Number)
      .filter((status) => status < 300 || status === 501);
    return !recorder.answeredBytes.has(route.id) && !good.some((status) => answersOf(route)[status] !== undefined);
  });
  expect(without.map((route) => route.id)).toEqual([]);
});

it('every operation that may answer 404 has an example of it', () => {
  const without = DESCRIBED.filter((route) => route.responses[404] && answersOf(route)[404] === undefined);
  expect(without.map((route) => route.id).filter((id) => !WITHOUT_404.includes(id))).toEqual([]);
});

it('every operation that takes input has an example of bad input', () => {
  const without = DESCRIBED.filter((route) => withoutANeed(route, {}) && answersOf(route)[400] === undefined);
  expect(without.map((route) => route.id)).toEqual([]);
});

it('each example fits its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const misfits: string[] = [];
  for (const route of DESCRIBED) {
    const check = (what: string, schema: object | undefined, value: unknown) => {
      if (schema && value !== undefined && !ajv.validate(schema, value))
        misfits.push(`${route.id} ${what}: ${ajv.errorsText()}`);
    };
    for (const [status, body] of Object.entries(answersOf(route))) {
      const error = route.family === 'legacy' ? LegacyError : StandardError;
      if (Number(status) >= 400) check(status, error, body);
      else if (isJson(route, Number(status))) check(status, route.responses[Number(status)]!.schema, body);
    }
    const isOpaque = !route.body || isRawBody(route.body) || isFormBody(route.body);
    check(
      'request',
      isOpaque ? undefined : inputSchema(route.body as never),
      recorder.examples.get(route.id)?.request?.body,
    );
  }
  expect(misfits).toEqual([]);
});

it('no example contains a secret', () => {
  const text = JSON.stringify([...recorder.examples]);
  expect(text).not.toMatch(/eyJ[\w-]{10}|\$argon2|BEGIN [A-Z ]*PRIVATE KEY/);
  expect(text).not.toContain(h.admin.token);
});
