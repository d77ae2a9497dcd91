// A check against advisories as it is asked for by the options of "assay scan", with and without a server.
import type { ScanOptions } from '../scan/index.ts';
import type { CheckRequest } from './check-command.ts';
import { failOnOf, policyFilesOf } from './check-options.ts';
import { UsageError, wholeNumber } from './options.ts';

/** What only a check has, besides --advisories and --fail-on. */
export const OPTIONS_OF_CHECKS = {
  'advisories-key': { type: 'string' },
  'max-age': { type: 'string' },
  vex: { type: 'string' },
  product: { type: 'string' },
  ignore: { type: 'string' },
  baseline: { type: 'string' },
} as const;

type Values = Partial<Record<keyof typeof OPTIONS_OF_CHECKS | 'advisories' | 'fail-on', string | boolean | undefined>>;

/** As long as the server takes advisories for fresh. */
const FRESH_DAYS = 7;

const lonelyOption = (values: Values): string | undefined =>
  (Object.keys(OPTIONS_OF_CHECKS) as (keyof typeof OPTIONS_OF_CHECKS)[]).find((name) => values[name] !== undefined);

/** Undefined without --advisories. */
export function checkRequestOf(
  values: Values,
  given: { source: string; name: string; format: string; options: ScanOptions },
): CheckRequest | undefined {
  if (values.advisories === undefined) {
    const lonely = lonelyOption(values);
    if (lonely !== undefined) throw new UsageError(`--${lonely} needs --advisories.`);
    return undefined;
  }
  return {
    ...given,
    advisories: String(values.advisories),
    keys: listOf(values['advisories-key']),
    decisions: {
      vex: listOf(values.vex),
      product: String(values.product ?? ''),
      ignore: String(values.ignore ?? ''),
      baseline: String(values.baseline ?? ''),
    },
    failOn: failOnOf(values['fail-on']),
    policies: policyFilesOf(values['fail-on']),
    mostDays: wholeNumber('max-age', values['max-age'], 0, 100_000) ?? FRESH_DAYS,
  };
}

const listOf = (value: string | boolean | undefined): string[] =>
  String(value ?? '')
    .split(',')
    .filter((one) => one !== '');
