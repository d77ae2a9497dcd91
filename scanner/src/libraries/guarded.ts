// Runs regular expressions that others wrote: one that goes on trying for too long is ended.
import { type Context, createContext, Script } from 'node:vm';

const LIMIT_MS = 200;
const script = new Script('expression.exec(text)');
let context: Context | undefined;

/** The match, null for none, undefined when the expression was ended. */
export function guardedExec(expression: RegExp, text: string): RegExpExecArray | null | undefined {
  context ??= createContext({});
  Object.assign(context, { expression, text });
  try {
    return script.runInContext(context, { timeout: LIMIT_MS });
  } catch (error) {
    // The error is made in the other context, so it is an Error of that one.
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
