// The ids of the SPDX list, and the canonical form of expressions: deprecated ids become current ones, ids off the SPDX list become
// LicenseRef-…. Pure.
import exceptionIds from 'spdx-exceptions/index.json' with { type: 'json' };
import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { combine, type LicenseExpression, type LicenseTerm, parseExpression, printExpression } from './expression.ts';

/** A parsed expression in canonical form. `unknown` lists the ids that are not on the SPDX list, as written. */
export interface ParsedExpression {
  expression: string;
  tree: LicenseExpression;
  unknown: string[];
}

/** Deprecated ids with more than one current id. */
const REPLACED: Record<string, string> = {
  'gpl-2.0-with-classpath-exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl-2.0-with-autoconf-exception': 'GPL-2.0-only WITH Autoconf-exception-2.0',
  'gpl-2.0-with-bison-exception': 'GPL-2.0-only WITH Bison-exception-2.2',
  'gpl-2.0-with-font-exception': 'GPL-2.0-only WITH Font-exception-2.0',
  'gpl-2.0-with-gcc-exception': 'GPL-2.0-only WITH GCC-exception-2.0',
  'gpl-3.0-with-autoconf-exception': 'GPL-3.0-only WITH Autoconf-exception-3.0',
  'gpl-3.0-with-gcc-exception': 'GPL-3.0-only WITH GCC-exception-3.1',
  wxwindows: 'LGPL-2.0-or-later WITH WxWindows-exception-3.1',
  'ecos-2.0': 'GPL-2.0-or-later WITH eCos-exception-2.0',
  nunit: 'zlib-acknowledgement',
  'bsd-2-clause-freebsd': 'BSD-2-Clause-Views',
  'bsd-2-clause-netbsd': 'BSD-2-Clause',
  'standardml-nj': 'SMLNJ',
  'bzip2-1.0.5': 'bzip2-1.0.6',
};

/** `GPL-3+` is short for `GPL-3.0+`. */
const GNU = /^((?:a|l)?gpl|gfdl)-(\d(?:\.\d)?)(-invariants|-no-invariants)?(-only|-or-later|\+)?$/;
const canonicalIds = new Map(currentIds.map((id) => [id.toLowerCase(), id]));
const canonicalExceptions = new Map(exceptionIds.map((id) => [id.toLowerCase(), id]));
const deprecated = new Map(deprecatedIds.map((id) => [id.toLowerCase(), id]));

export const isSpdxId = (id: string): boolean => canonicalIds.has(id.toLowerCase());
export const isSpdxException = (id: string): boolean => canonicalExceptions.has(id.toLowerCase());

/** Makes a name valid after `LicenseRef-`. */
export const licenseRef = (name: string): string =>
  `LicenseRef-${
    name
      .replace(/^LicenseRef-/i, '')
      // A plus sign says something, but is not allowed here.
      .replace(/(?<=\d)\+(?!\+)/g, '-or-later')
      .replace(/[^A-Za-z0-9.-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'unknown'
  }`;

/** Current id or expression of one written id (`gplv2+` is not an id; `GPL-2.0+` is); undefined when it is not on the list. */
export function currentId(written: string): string | undefined {
  const lower = written.toLowerCase();
  const replaced = Object.hasOwn(REPLACED, lower) ? REPLACED[lower] : undefined;
  if (replaced) return replaced;
  const gnu = GNU.exec(lower);
  if (gnu) {
    const version = /\./.test(gnu[2] ?? '') ? gnu[2] : `${gnu[2]}.0`;
    const id = `${gnu[1]}-${version}${gnu[3] ?? ''}-${gnu[4] === '+' || gnu[4] === '-or-later' ? 'or-later' : 'only'}`;
    return canonicalIds.get(id);
  }
  const known = canonicalIds.get(lower) ?? deprecated.get(lower);
  if (known) return known;
  if (lower.endsWith('+')) {
    const base = canonicalIds.get(lower.slice(0, -1));
    return base && `${base}+`;
  }
  return undefined;
}

const LICENSE_WORD = /^[A-Za-z0-9][A-Za-z0-9.:_-]*\+?$/;
/** An exception that nobody listed; as with licenses, its name is a statement. */
const OWN_EXCEPTION = /^(?:LicenseRef|AdditionRef)-/;
const EXCEPTION_WORD = /^[A-Za-z0-9][A-Za-z0-9.:_-]*$/;

/** Parses an expression. Undefined for invalid syntax, empty text, or words that cannot be ids. */
export function parseSpdxExpression(text: string): ParsedExpression | undefined {
  const written = parseExpression(text);
  const unknown: string[] = [];
  const tree = written && canonical(written, unknown);
  return tree && { expression: printExpression(tree), tree, unknown };
}

function canonical(tree: LicenseExpression, unknown: string[]): LicenseExpression | undefined {
  if ('license' in tree) return canonicalTerm(tree, unknown);
  const parts = tree.parts.map((part) => canonical(part, unknown));
  return parts.every((part) => part !== undefined) ? combine(tree.operator, parts) : undefined;
}

function canonicalTerm({ license, exception }: LicenseTerm, unknown: string[]): LicenseTerm | undefined {
  if (!LICENSE_WORD.test(license)) return undefined;
  if (exception === undefined) return listedTerm(license, undefined, unknown);
  if (!EXCEPTION_WORD.test(exception)) return undefined;
  const listed = canonicalExceptions.get(exception.toLowerCase());
  if (!listed && !OWN_EXCEPTION.test(exception)) unknown.push(exception);
  return listedTerm(
    license,
    listed ?? (exception.startsWith('AdditionRef-') ? exception : licenseRef(exception)),
    unknown,
  );
}

function listedTerm(word: string, exception: string | undefined, unknown: string[]): LicenseTerm {
  if (/^(DocumentRef-[^:]+:)?LicenseRef-/i.test(word)) {
    const license = word.replace(/LicenseRef-/i, 'LicenseRef-');
    return exception ? { license, exception } : { license };
  }
  let listed = currentId(word);
  if (listed === undefined) {
    unknown.push(word);
    listed = licenseRef(word);
  }
  const [license = listed, own] = listed.split(' WITH ');
  const final = exception ?? own;
  return final ? { license, exception: final } : { license };
}

/** Joins written expressions; unparsable parts are dropped. '' when none is left. */
export function joinExpressions(operator: 'AND' | 'OR', expressions: string[]): string {
  const trees = expressions
    .map((expression) => parseSpdxExpression(expression)?.tree)
    .filter((tree) => tree !== undefined);
  return trees.length === 0 ? '' : printExpression(combine(operator, trees));
}

/** The name without its version: `LGPL-2.1-only` → `LGPL`; `BSD-3-Clause` → `BSD`. */
export const familyStem = (id: string): string => id.replace(/-\d.*$/, '');
