// Environment markers: `python_version < "3.8" and extra == "test"`.
// https://packaging.python.org/en/latest/specifications/dependency-specifiers/#environment-markers
import { specifierTest } from '../../versions/pypi/specifier-test.ts';
import { readPythonVersion } from '../../versions/pypi/version.ts';

/** The values of the marker variables, except `extra`. */
export type Environment = Readonly<Record<string, string>>;

/** The default environment: CPython on a Linux server. */
export const DEFAULT_ENVIRONMENT: Environment = {
  os_name: 'posix',
  sys_platform: 'linux',
  platform_machine: 'x86_64',
  platform_python_implementation: 'CPython',
  platform_release: '6.1.0',
  platform_system: 'Linux',
  platform_version: '#1 SMP',
  python_version: '3.12',
  python_full_version: '3.12.0',
  implementation_name: 'cpython',
  implementation_version: '3.12.0',
};

export type Marker = (environment: Environment, extras: ReadonlySet<string>) => boolean;

type Token = { kind: 'text' | 'name' | 'sign'; value: string };

const TOKEN = /\s*(?:"([^"]*)"|'([^']*)'|(===|[<>=!~]=|[<>()])|([A-Za-z_][A-Za-z0-9_.]*))/y;

/**
 * The marker as a test function. Undefined if it cannot be read. Uses a stack, because markers may be nested at any
 * depth.
 */
export function readMarker(text: string): Marker | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const values: Marker[] = [];
  const operators: string[] = [];
  let isValueExpected = true;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    if (isValueExpected && token.value === '(' && token.kind === 'sign') {
      operators.push('(');
      at++;
    } else if (isValueExpected) {
      const read = readComparison(tokens, at);
      if (read === undefined) return undefined;
      values.push(read.marker);
      at = read.end;
      isValueExpected = false;
    } else if (token.value === ')' && token.kind === 'sign') {
      while (operators.at(-1) !== '(' && operators.length > 0) join(values, operators);
      if (operators.pop() === undefined) return undefined;
      at++;
    } else if (token.kind === 'name' && (token.value === 'and' || token.value === 'or')) {
      // "and" binds closer.
      while (operators.at(-1) === 'and' || (token.value === 'or' && operators.at(-1) === 'or')) join(values, operators);
      operators.push(token.value);
      isValueExpected = true;
      at++;
    } else return undefined;
  }
  while (operators.length > 0 && operators.at(-1) !== '(') join(values, operators);
  return operators.length === 0 && values.length === 1 && !isValueExpected ? values[0] : undefined;
}

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (match === null) return undefined;
    const literal = match[1] ?? match[2];
    if (literal !== undefined) tokens.push({ kind: 'text', value: literal });
    else if (match[3] !== undefined) tokens.push({ kind: 'sign', value: match[3] });
    else tokens.push({ kind: 'name', value: match[4] ?? '' });
  }
  return tokens;
}

function join(values: Marker[], operators: string[]): void {
  const [right, left, operator] = [values.pop(), values.pop(), operators.pop()];
  if (left === undefined || right === undefined) return;
  values.push(
    operator === 'and'
      ? (environment, extras) => left(environment, extras) && right(environment, extras)
      : (environment, extras) => left(environment, extras) || right(environment, extras),
  );
}

function readComparison(tokens: readonly Token[], at: number): { marker: Marker; end: number } | undefined {
  const left = tokens[at];
  const isNotIn = tokens[at + 1]?.value === 'not' && tokens[at + 2]?.value === 'in';
  const operator = isNotIn ? 'not in' : tokens[at + 1]?.value;
  const right = tokens[at + (isNotIn ? 3 : 2)];
  if (left === undefined || right === undefined || operator === undefined) return undefined;
  if (!isOperand(left) || !isOperand(right) || !/^(?:===|[<>=!~]=|[<>]|in|not in)$/.test(operator)) return undefined;
  return { marker: comparison(left, operator, right), end: at + (isNotIn ? 4 : 3) };
}

function isOperand({ kind, value }: Token): boolean {
  return (
    kind === 'text' || (kind === 'name' && (value === 'extra' || Object.hasOwn(DEFAULT_ENVIRONMENT, variable(value))))
  );
}

/** Older markers write `os.name`. */
function variable(name: string): string {
  return name.replace('.', '_');
}

function comparison(left: Token, operator: string, right: Token): Marker {
  const extra =
    left.kind === 'name' && left.value === 'extra'
      ? right
      : right.kind === 'name' && right.value === 'extra'
        ? left
        : undefined;
  if (extra !== undefined) {
    const wanted = normalExtra(extra.value);
    return (_, extras) => extras.has(wanted) === (operator !== '!=');
  }
  return (environment) => {
    const value = ({ kind, value }: Token) => (kind === 'text' ? value : (environment[variable(value)] ?? ''));
    return compare(value(left), operator, value(right));
  };
}

/** Compares as versions if both sides are versions, otherwise as texts. */
function compare(left: string, operator: string, right: string): boolean {
  if (operator === 'in') return right.includes(left);
  if (operator === 'not in') return !right.includes(left);
  if (readPythonVersion(left) !== undefined) {
    const test = specifierTest(operator + right);
    if (test !== undefined) return test.holds(left);
  }
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '!=':
      return left !== right;
    default:
      return left === right;
  }
}

export function normalExtra(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[-_.]+/g, '-');
}
