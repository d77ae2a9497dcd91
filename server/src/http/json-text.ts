// Parses the text of a JSON body. Runs in the main thread for small bodies and in json.worker.ts for large ones.
import { badRequest } from '../errors.ts';

/** Operations use only a few levels. The limit protects code that handles values recursively from a stack overflow. */
const DEEPEST = 100;

/** The beginning of refusals. */
export const THE_BODY = 'The request body';

/** Undefined for an empty body, `null` and `""`, which programs send when they serialise nothing. */
export function jsonOf(bytes: Buffer, what = THE_BODY): unknown {
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  refuseDeepNesting(bytes, what);
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    throw badRequest(`${what} is not valid JSON: ${(error as Error).message}`);
  }
  return value === null || value === '' ? undefined : value;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...Buffer.from('"\\[]{}')];

/** Checked before parsing. In UTF-8, bytes beyond ASCII never equal one of these characters. */
function refuseDeepNesting(bytes: Buffer, what: string): void {
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
        throw badRequest(`${what} is nested too deep: at most ${DEEPEST} levels of lists and objects.`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
}
