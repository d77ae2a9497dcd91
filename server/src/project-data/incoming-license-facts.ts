// Reads the license facts of an item in project data: declared, concluded and bundled, the settled choice, and a person's decision.
import { own } from '@assay/scanner/items';
import {
  type LicenseFact,
  type LicenseFacts,
  licenseFact,
  licenseSources,
  NO_LICENSE_FACT,
  type PersonsLicense,
} from '../domain/licenses/license-facts.ts';

type Members = Readonly<Record<string, unknown>>;

/** Reads members of one object, and reports those that it could not read. */
interface Reader {
  text(name: string, most?: number): string;
  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T;
  object(name: string): Members;
  objects(name: string): Members[];
}

interface Reading {
  readerOf(object: Members, place: string): Reader;
  issues: { push(issue: { code: string; path: string; message: string }): void };
}

/** The same limit as in a scan (domain/licenses/license-facts.ts). */
const MOST_BUNDLED = 100;
const LONGEST_EXPRESSION = 2000;
const LONGEST_WORDS = 600;

/** Undefined if the data has none. */
export function licenseFactsIn(item: Members, place: string, reading: Reading): LicenseFacts | undefined {
  if (own(item, 'licenseFacts') === undefined || own(item, 'licenseFacts') === null) return undefined;
  const here = `${place}.licenseFacts`;
  const read = reading.readerOf(reading.readerOf(item, place).object('licenseFacts'), here);
  const one = (name: string) => factOf(reading.readerOf(read.object(name), `${here}.${name}`));
  const bundled = read.objects('bundled');
  if (bundled.length > MOST_BUNDLED)
    reading.issues.push({
      code: 'shortened',
      path: here,
      message: `${here}.bundled has more than ${MOST_BUNDLED} licenses; the others were left out.`,
    });
  const choice = one('choice');
  const person = personIn(reading.readerOf(read.object('person'), `${here}.person`));
  return {
    declared: one('declared'),
    concluded: one('concluded'),
    bundled: bundled
      .slice(0, MOST_BUNDLED)
      .map((fact, at) => factOf(reading.readerOf(fact, `${here}.bundled[${at}]`)))
      .filter(({ expression }) => expression !== ''),
    ...(choice.expression === '' ? {} : { choice }),
    ...(person && { person }),
  };
}

/** Whether there is any fact. */
export function hasStatements({ declared, concluded, bundled, person }: LicenseFacts): boolean {
  return declared.source !== 'none' || concluded.source !== 'none' || bundled.length > 0 || person !== undefined;
}

function factOf(read: Reader): LicenseFact {
  const expression = read.text('expression', LONGEST_EXPRESSION);
  const source = read.choice('source', licenseSources, 'none');
  const words = read.text('words', LONGEST_WORDS);
  return expression === '' && source === 'none' && words === ''
    ? NO_LICENSE_FACT
    : licenseFact(expression, source, words);
}

/** A license that another server remembers for all projects counts here as a person's decision on this item. */
function personIn(read: Reader): PersonsLicense | undefined {
  const expression = read.text('expression', LONGEST_EXPRESSION);
  if (expression === '') return undefined;
  return {
    kind: read.choice('kind', ['choice', 'conclusion'] as const, 'conclusion'),
    expression,
    words: read.text('words', LONGEST_WORDS),
  };
}
