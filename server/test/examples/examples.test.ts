// docs/api-examples.json: requests and answers of every operation as the server really gave them. The story is told anew and compared;
// `npm run examples` writes it. From there they go into docs/openapi.json.
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inputSchema } from '../../src/http/openapi.ts';
import { isFormBody, isRawBody, type Route } from '../../src/http/route.ts';
import { LegacyError, StandardError } from '../../src/http/schemas.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import { type Harness, startHarness } from '../harness.ts';
import { createRecorder, type Recorder, withoutANeed } from './recorder.ts';
import { tellStory } from './story.ts';

let h: Harness;
let recorder: Recorder;
const DESCRIBED = ALL_ROUTES.filter((route) => !route.isAtRoot);

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  recorder = createRecorder(h, await h.person('stranger'));
  await recorder.sayTheRest(await tellStory(h, recorder));
});
afterAll(() => h.close());

it('docs/api-examples.json is what the server answers (npm run examples)', async () => {
  const operations = Object.fromEntries(DESCRIBED.map(({ id }) => [id, recorder.examples.get(id)]));
  const text = `${JSON.stringify({ unauthorized: recorder.unauthorized, operations }, null, 1)}\n`;
  await expect(text).toMatchFileSnapshot('../../../docs/api-examples.json');
});

const answersOf = (route: Route) => recorder.examples.get(route.id)?.answers ?? {};
const isJson = (route: Route, status: number) => !route.responses[status]?.mediaType;

/** Succeeds only with an LDAP directory or a Jira beside the server. */
const WITHOUT_SUCCESS = ['testLdapSettings', 'testAlmInstance', 'assignTaskIssues'];
/** Says 404 of something else than what its request names. */
const WITHOUT_404 = ['generateReportLegacy', 'getEmailTemplate'];

it('every operation has an example of its success', () => {
  const without = DESCRIBED.filter((route) => {
    const good = Object.keys(route.responses)
      .map(Number)
      .filter((status) => status < 300 || status === 501);
    return !recorder.answeredBytes.has(route.id) && !good.some((status) => answersOf(route)[status] !== undefined);
  });
  expect(without.map((route) => route.id).filter((id) => !WITHOUT_SUCCESS.includes(id))).toEqual([]);
});

it('every operation that may not find something has an example of that', () => {
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
      else if (isJson(route, Number(status))) check(status, route.responses[Number(status)].schema, body);
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

it('no example holds what opens a door', () => {
  const text = JSON.stringify([...recorder.examples]);
  expect(text).not.toMatch(/eyJ[\w-]{10}|\$argon2|BEGIN [A-Z ]*PRIVATE KEY/);
  expect(text).not.toContain(h.admin.token);
});
