// Runs regular expressions that others wrote, with a time limit.
import { type Context, createContext, Script } from 'node:vm';
import { processorTime } from '../processor-time.ts';

const LIMIT_MS = 200;
const script = new Script('expression.exec(text)');
let context: Context | undefined;

/**
 * The match, null if there is none, undefined if the expression used up its processor time. The engine's own limit is one of the clock, so on a
 * busy machine a try that hardly got the processor is followed by a longer one.
 */
export function guardedExec(expression: RegExp, text: string): RegExpExecArray | null | undefined {
  context ??= createContext({});
  Object.assign(context, { expression, text });
  for (let timeout = LIMIT_MS; ; timeout *= 2) {
    const before = processorTime();
    try {
      return script.runInContext(context, { timeout });
    } catch (error) {
      // The error comes from the other context, so it is an instance of that context's Error.
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (processorTime() - before >= LIMIT_MS / 2) return undefined;
    }
  }
}
