// Parses the options of a command and explains an error in one sentence.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Wrong options; the message is one sentence for the user. */
export class UsageError extends Error {}

export interface ParsedOptions {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** The options and other arguments of a command line. Throws a UsageError. */
export function parseOptions(argv: string[], options: ParseArgsOptionsConfig): ParsedOptions {
  try {
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true, strict: true });
    return { values: values as ParsedOptions['values'], positionals };
  } catch (error) {
    throw new UsageError(usageSentence(error, options));
  }
}

function usageSentence(error: unknown, options: ParseArgsOptionsConfig): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const name = /'(-[^' ]*)/.exec(message)?.[1]?.replace(/,$/, '') ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = Object.keys(options).map((option) => `--${option}`);
    return `There is no option ${name}; the options are ${known.join(', ')}.`;
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    return /does not take/.test(message) ? `The option ${name} takes no value.` : `The option ${name} needs a value.`;
  }
  return `The options cannot be read: ${message}`;
}

/** One of the allowed words. */
export function choice<T extends string>(
  option: string,
  value: string | boolean | undefined,
  allowed: readonly T[],
  otherwise: T,
): T {
  if (value === undefined) return otherwise;
  const found = allowed.find((word) => word === value);
  if (!found) throw new UsageError(`--${option} must be one of ${allowed.join(', ')}, not "${value}".`);
  return found;
}

/** A whole number between two bounds. */
export function wholeNumber(
  option: string,
  value: string | boolean | undefined,
  least: number,
  most: number,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new UsageError(`--${option} must be a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

/** The one positional argument of a command. */
export function onePositional(positionals: readonly string[], what: string): string {
  const [only, ...more] = positionals;
  if (only === undefined || only === '') throw new UsageError(`Name ${what}.`);
  if (more.length > 0) throw new UsageError(`Name only ${what}: "${more[0]}" is one argument too many.`);
  return only;
}
