// Invalid requests as a whole: bodies, headers and addresses that no client should send.
import { isFormBody, type Route } from '../../src/http/route.ts';
import { formText, type Request } from './driver.ts';
import { DEEP_LIST, DEEP_OBJECT, jsonText } from './inputs.ts';

export type Twist = (request: Request) => Partial<Request>;

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
  'unknown in the query': ({ query }) => ({ query: { ...query, __proto__x: '1', constructor: '1', 'a[b]': 'c' } }),
  'every query member twice': ({ query }) => ({
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value, value]])),
  }),
  'a range and conditions': header({ range: 'bytes=5-1,-0', 'if-none-match': '*', expect: 'nothing' }),
};

/** Read by the same code for all operations. */
const COMMON_TWISTS: Record<string, Twist> = {
  'no content type': header({ 'content-type': '' }),
  'plain text': header({ 'content-type': 'text/plain' }),
  'a form of a page': header({ 'content-type': 'application/x-www-form-urlencoded' }),
  'a form without a boundary': header({ 'content-type': 'multipart/form-data' }),
  'a content type that is none': header({ 'content-type': ';;;=,' }),
  'a huge announced length': header({ 'content-length': String(2 ** 40) }),
  'a length that is none': header({ 'content-length': 'many' }),
  'an encoding that is none': header({ 'content-encoding': 'gzip' }),
  'a broken escape in the query': () => ({ suffix: '?a=%zz&%=%&=&&__proto__=1' }),
  'a broken escape in the path': () => ({ suffix: '%zz' }),
  'a cookie that is none': header({ cookie: 'assay_session=%zz; assay_session=x.y.z; ;;==' }),
  'another method asked for': header({ 'x-http-method-override': 'DELETE' }),
};

const AS_LIST = body('[]');
const BODY_TWISTS: Record<string, Twist> = {
  null: body('null'),
  'a list': AS_LIST,
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

/** The twists that make sense for an operation, by name; `common`: those that every operation meets in the same code. */
export function twistsOf(route: Route): { own: Record<string, Twist>; common: Record<string, Twist> } {
  if (isFormBody(route.body)) return { own: { ...TWISTS, ...FORM_TWISTS }, common: COMMON_TWISTS };
  return { own: TWISTS, common: { ...COMMON_TWISTS, ...(route.body ? BODY_TWISTS : { 'a list': AS_LIST }) } };
}
