// The text of a JSON body into a value. Runs in the main thread for small bodies and in json.worker.ts for large ones.
import { badRequest } from '../errors.ts';

/** No operation takes more than a handful; what handles values one level at a time must not run out of stack. */
const DEEPEST = 100;

/** Undefined when the body is empty, and for `null` and `""`: what programs write that write the JSON of nothing. */
export function jsonOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  refuseDeepNesting(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    throw badRequest(`The request body is not valid JSON: ${(error as Error).message}`);
  }
  return value === null || value === '' ? undefined : value;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...Buffer.from('"\\[]{}')];

/** Looked at before anything is built of it. Bytes of UTF-8 beyond ASCII are never taken for one of these signs. */
function refuseDeepNesting(bytes: Buffer): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > DEEPEST)
        throw badRequest(`The request body is nested too deep: at most ${DEEPEST} levels of lists and objects.`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
}
