import { expect, it } from 'vitest';
import { changes } from './changes/kind.ts';
import { incident } from './incident/kind.ts';
import { notices } from './notices/kind.ts';
import { ignoredOptions, wrongOption } from './options.ts';
import type { ReportKind } from './report.ts';

it.each<[ReportKind, Record<string, string>, string | undefined]>([
  [notices, {}, undefined],
  [notices, { style: 'per-item', formats: 'html, PDF', offerContact: 'Anywhere 1' }, undefined],
  [notices, { style: 'fancy' }, 'The option "style" is "fancy": "fancy" must be one of grouped, per-item, summary.'],
  [changes, { from: '2026-01-01', to: ' ' }, undefined],
  [changes, { from: 'yesterday' }, 'The option "from" (From) is "yesterday": it must be a date as YYYY-MM-DD.'],
  [changes, { to: '2026-02-30' }, 'The option "to" (To) is "2026-02-30": it must be a date as YYYY-MM-DD.'],
  [
    changes,
    { to: '2026-01-01 10:00:00' },
    'The option "to" (To) is "2026-01-01 10:00:00": it must be a date as YYYY-MM-DD.',
  ],
  [incident, { awareSince: '2026-01-01 10:00:00', fixedOn: '2026-01-02' }, undefined],
  [
    incident,
    { awareSince: '1.2.2026' },
    'The option "awareSince" (Aware since) is "1.2.2026": it must be a date as YYYY-MM-DD HH:MM:SS.',
  ],
])('$kind: %j', ({ options }, given, sentence) => {
  expect(wrongOption(options, given)).toBe(sentence);
});

it('names options that the report does not have', () => {
  expect(ignoredOptions(notices.options, { style: 'summary', offerContakt: 'Anywhere 1', since: '2026' })).toEqual([
    'Ignored because this report does not have them: "offerContakt", "since". Its options are style, check, includeSource, offerContact, scopes, priority, nameContains, formats.',
  ]);
  expect(ignoredOptions(notices.options, { style: 'summary' })).toEqual([]);
});
