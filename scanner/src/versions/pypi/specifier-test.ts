// Whether a version matches a specifier, exactly as the specification says: `<2` matches no pre-release of 2, `>2` no
// post-release of it.
// https://packaging.python.org/en/latest/specifications/version-specifiers/#version-specifiers
import type { Order } from '../scheme.ts';
import { compareNumbers } from '../text.ts';
import { comparePythonVersions } from './order.ts';
import { type PythonVersion, readPythonVersion } from './version.ts';

export interface SpecifierTest {
  holds(version: string): boolean;
  /** True if a specifier that includes the version that it names, such as `>=`, names a pre-release. Then pre-releases are allowed. */
  namesPrerelease: boolean;
}

const SPECIFIER = /^(~=|===|==|!=|<=|>=|<|>)\s*([^\s<>=~,]+)$/;

/** Operators that do not allow the version that they name. */
const EXCLUDES_NAMED = new Set(['!=', '<', '>']);

/** The test of specifiers that must all match. Undefined if one of them cannot be read. */
export function specifierTest(range: string): SpecifierTest | undefined {
  const tests: ((version: PythonVersion | undefined, text: string) => boolean)[] = [];
  let namesPrerelease = false;
  for (const part of range.split(',').map((one) => one.trim())) {
    if (part === '' || part === '*') continue;
    const match = part.length > 1000 ? null : SPECIFIER.exec(part);
    const test = match === null ? undefined : testOf(match[1] ?? '', match[2] ?? '');
    if (test === undefined) return undefined;
    tests.push(test);
    const [, operator = '', text = ''] = match ?? [];
    const named = readPythonVersion(text.replace(/\.\*$/, ''));
    if (!EXCLUDES_NAMED.has(operator) && named !== undefined && isPrerelease(named)) namesPrerelease = true;
  }
  return {
    namesPrerelease,
    holds(text) {
      const version = readPythonVersion(text);
      return tests.every((test) => test(version, text));
    },
  };
}

export function isPrerelease(version: PythonVersion): boolean {
  return version.pre !== undefined || version.dev !== undefined;
}

type Test = (version: PythonVersion | undefined, text: string) => boolean;

function testOf(operator: string, text: string): Test | undefined {
  if (operator === '===') return (_, candidate) => candidate.toLowerCase() === text.toLowerCase();
  const isPrefix = text.endsWith('.*');
  const wanted = readPythonVersion(isPrefix ? text.slice(0, -2) : text);
  if (wanted === undefined || (isPrefix && operator !== '==' && operator !== '!=')) return undefined;
  const test = isPrefix
    ? (version: PythonVersion) => beginsWith(version, wanted) === (operator === '==')
    : comparison(operator, wanted);
  return test && ((version) => version !== undefined && test(version));
}

function comparison(operator: string, wanted: PythonVersion): ((version: PythonVersion) => boolean) | undefined {
  const order = (version: PythonVersion): Order => comparePythonVersions({ ...version, local: [] }, wanted);
  switch (operator) {
    case '==':
      return (version) => isEqual(version, wanted);
    case '!=':
      return (version) => !isEqual(version, wanted);
    case '<=':
      return (version) => order(version) <= 0;
    case '>=':
      return (version) => order(version) >= 0;
    case '<':
      return (version) => order(version) < 0 && !announces(version, wanted);
    case '>':
      return (version) => order(version) > 0 && !follows(version, wanted);
    default:
      return wanted.release.length < 2
        ? undefined
        : (version) => order(version) >= 0 && beginsWith(version, { ...wanted, release: wanted.release.slice(0, -1) });
  }
}

/** A local version counts only where the specifier has one. */
function isEqual(version: PythonVersion, wanted: PythonVersion): boolean {
  const candidate = wanted.local.length === 0 ? { ...version, local: [] } : version;
  return comparePythonVersions(candidate, wanted) === 0;
}

function beginsWith(version: PythonVersion, prefix: PythonVersion): boolean {
  return (
    compareNumbers(version.epoch, prefix.epoch) === 0 &&
    prefix.release.every((number, at) => compareNumbers(version.release[at] ?? '0', number) === 0)
  );
}

/** A pre-release of just this version. */
function announces(version: PythonVersion, wanted: PythonVersion): boolean {
  if (isPrerelease(wanted) || !isPrerelease(version)) return false;
  const { epoch, release, pre, post } = version;
  // 1.0a1.post1 is a pre-release of 1.0; only 1.0.post1.dev1 is a pre-release of 1.0.post1.
  if (wanted.post !== undefined && pre !== undefined) return false;
  const announced: PythonVersion = { epoch, release, local: [], ...(wanted.post && post !== undefined && { post }) };
  return comparePythonVersions(announced, { ...wanted, local: [] }) === 0;
}

/** A post-release of just this version. */
function follows({ epoch, release, pre, post }: PythonVersion, wanted: PythonVersion): boolean {
  if (post === undefined || wanted.post !== undefined) return false;
  const followed: PythonVersion = { epoch, release, local: [], ...(pre !== undefined && { pre }) };
  return comparePythonVersions(followed, { ...wanted, local: [] }) === 0;
}
