// SPDX license expressions (SPDX specification 2.3, annex D): parse what people write, print it in one canonical form.
// Deprecated ids become current ones, ids off the SPDX list become LicenseRef-…. Pure.
import exceptionIds from 'spdx-exceptions/index.json' with { type: 'json' };
import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { remembered } from './reading/remembered.ts';

export type LicenseExpression =
  | { license: string; exception?: string }
  | { operator: 'AND' | 'OR'; parts: LicenseExpression[] };

/** A parsed expression in canonical form. `unknown` lists the ids that are not on the SPDX list, as written. */
export interface ParsedExpression {
  expression: string;
  tree: LicenseExpression;
  unknown: string[];
}

/** Deprecated ids that stand for more than one current id. */
const REPLACED: Record<string, string> = {
  'gpl-2.0-with-classpath-exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'gpl-2.0-with-autoconf-exception': 'GPL-2.0-only WITH Autoconf-exception-2.0',
  'gpl-2.0-with-bison-exception': 'GPL-2.0-or-later WITH Bison-exception-2.2',
  'gpl-2.0-with-font-exception': 'GPL-2.0-only WITH Font-exception-2.0',
  'gpl-2.0-with-gcc-exception': 'GPL-2.0-or-later WITH GCC-exception-2.0',
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

const GNU = /^((?:a|l)?gpl|gfdl)-(\d\.\d)(-invariants|-no-invariants)?(-only|-or-later|\+)?$/;
const canonicalIds = new Map(currentIds.map((id) => [id.toLowerCase(), id]));
const canonicalExceptions = new Map(exceptionIds.map((id) => [id.toLowerCase(), id]));
const deprecated = new Map(deprecatedIds.map((id) => [id.toLowerCase(), id]));

export const isSpdxId = (id: string): boolean => canonicalIds.has(id.toLowerCase());
export const isSpdxException = (id: string): boolean => canonicalExceptions.has(id.toLowerCase());

/** A name made fit for the part after `LicenseRef-`. */
export const licenseRef = (name: string): string =>
  `LicenseRef-${
    name
      .replace(/^LicenseRef-/i, '')
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
    const id = `${gnu[1]}-${gnu[2]}${gnu[3] ?? ''}-${gnu[4] === '+' || gnu[4] === '-or-later' ? 'or-later' : 'only'}`;
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

/** Parses an expression. Undefined when it is none: broken syntax, empty, or words that cannot be ids. */
export function parseSpdxExpression(text: string): ParsedExpression | undefined {
  const words = text.match(/[()]|[^\s()]+/g);
  if (!words || words.length > 2000) return undefined;
  const unknown: string[] = [];
  let at = 0;
  const isWord = (word: string) => words[at]?.toUpperCase() === word;
  const parseChain = (
    operator: 'AND' | 'OR',
    next: (depth: number) => LicenseExpression | undefined,
    depth: number,
  ) => {
    const parts: LicenseExpression[] = [];
    do {
      const part = next(depth);
      if (!part) return undefined;
      parts.push(part);
    } while (isWord(operator) && ++at);
    return combine(operator, parts);
  };
  const parseOr = (depth: number): LicenseExpression | undefined => parseChain('OR', parseAnd, depth);
  const parseAnd = (depth: number): LicenseExpression | undefined => parseChain('AND', parseTerm, depth);
  const parseTerm = (depth: number): LicenseExpression | undefined => {
    if (depth > 60) return undefined;
    const word = words[at++];
    if (word === undefined || word === ')' || /^(AND|OR|WITH)$/i.test(word)) return undefined;
    if (word === '(') {
      const inner = parseOr(depth + 1);
      return inner && words[at++] === ')' ? inner : undefined;
    }
    if (!/^[A-Za-z0-9][A-Za-z0-9.:_-]*\+?$/.test(word)) return undefined;
    let exception: string | undefined;
    if (isWord('WITH')) {
      at++;
      const written = words[at++];
      if (written === undefined || !/^[A-Za-z0-9][A-Za-z0-9.:_-]*$/.test(written)) return undefined;
      exception = canonicalExceptions.get(written.toLowerCase());
      if (!exception) {
        unknown.push(written);
        exception = licenseRef(written);
      }
    }
    return term(word, exception, unknown);
  };
  const tree = parseOr(0);
  return tree && at === words.length ? { expression: printExpression(tree), tree, unknown } : undefined;
}

function term(word: string, exception: string | undefined, unknown: string[]): LicenseExpression {
  if (/^(DocumentRef-[^:]+:)?LicenseRef-/i.test(word)) {
    const license = word.replace(/LicenseRef-/i, 'LicenseRef-');
    return exception ? { license, exception } : { license };
  }
  let license = currentId(word);
  if (license === undefined) {
    unknown.push(word);
    license = licenseRef(word);
  }
  const [base, own] = license.split(' WITH ');
  const final = exception ?? own;
  return final ? { license: base!, exception: final } : { license: base! };
}

/** Joins expressions by one operator: flattened, equal parts once, order kept. */
export function combine(operator: 'AND' | 'OR', parts: LicenseExpression[]): LicenseExpression {
  const seen = new Map<string, LicenseExpression>();
  for (const part of parts) {
    for (const flat of 'operator' in part && part.operator === operator ? part.parts : [part])
      seen.set(printExpression(flat), flat);
  }
  const distinct = [...seen.values()];
  return distinct.length === 1 ? distinct[0]! : { operator, parts: distinct };
}

export function printExpression(tree: LicenseExpression): string {
  if ('license' in tree) return tree.exception ? `${tree.license} WITH ${tree.exception}` : tree.license;
  return tree.parts
    .map((part) =>
      'operator' in part && part.operator === 'OR' && tree.operator === 'AND'
        ? `(${printExpression(part)})`
        : printExpression(part),
    )
    .join(` ${tree.operator} `);
}

/** Joins written expressions; parts that do not parse are left out. '' when none is left. */
export function joinExpressions(operator: 'AND' | 'OR', expressions: string[]): string {
  const trees = expressions
    .map((expression) => parseSpdxExpression(expression)?.tree)
    .filter((tree) => tree !== undefined);
  return trees.length === 0 ? '' : printExpression(combine(operator, trees));
}

/** License and exception ids of an expression. */
export const idsOf: (expression: string) => readonly string[] = remembered((expression) =>
  expression.split(/[\s()]+/).filter((word) => word !== '' && !/^(AND|OR|WITH)$/.test(word)),
);

/** The name without its version: `LGPL-2.1-only` → `LGPL`; `BSD-3-Clause` → `BSD`. */
export const familyStem = (id: string): string => id.replace(/-\d.*$/, '');
