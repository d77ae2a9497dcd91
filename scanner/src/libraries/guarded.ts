// Runs regular expressions that others wrote, with a time limit.
import { type Context, createContext, Script } from 'node:vm';

const LIMIT_MS = 200;
const script = new Script('expression.exec(text)');
let context: Context | undefined;

/** The match, null if there is none, undefined if the expression ran out of time. */
export function guardedExec(expression: RegExp, text: string): RegExpExecArray | null | undefined {
  context ??= createContext({});
  Object.assign(context, { expression, text });
  try {
    return script.runInContext(context, { timeout: LIMIT_MS });
  } catch (error) {
    // The error comes from the other context, so it is an instance of that context's Error.
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
