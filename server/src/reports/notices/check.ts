// The completeness check at the end of the notices: what is missing, what is left out, and who removed which statement.
import type { Block } from '../../documents/document.ts';
import { countOf } from '../../domain/count-text.ts';
import { scopeWords } from '../../domain/inventories/shipped-scopes.ts';
import { dateCell } from '../item-blocks.ts';
import { filterSentence, isYes } from '../options.ts';
import type { ReportSource } from '../report.ts';
import type { CollectedNotices } from './collect.ts';
import { gapsOf } from './gaps.ts';

/** The place of statements that belong to no component. */
export const WHOLE_PRODUCT = 'The whole product';

export async function* completeness(
  source: ReportSource,
  collected: () => Promise<CollectedNotices>,
): AsyncGenerator<Block> {
  const notices = await collected();
  const gaps = gapsOf(notices, {
    project: source.head.project.name,
    bundlesSource: isYes(source.options.includeSource),
    hasContact: (source.options.offerContact ?? '').trim() !== '',
  });
  const missing = gaps.filter(({ items }) => items.length > 0);
  const rows = missing.flatMap(({ what, items }) => items.map(({ name, reason }) => [what, name, reason]));
  const failures = missing.filter(({ isFailure }) => isFailure).flatMap(({ items }) => items).length;
  if (failures > 0)
    yield {
      type: 'paragraph',
      text: `NOT COMPLETE: ${countOf(failures, 'point')} must be settled before these notices are shipped.`,
      tone: 'bad',
    };
  yield {
    type: 'paragraph',
    text:
      missing.length === 0
        ? 'Nothing is missing.'
        : `Check ${countOf(rows.length, 'point')} of ${countOf(missing.length, 'kind')} before you ship.`,
    tone: missing.length === 0 ? 'good' : 'warn',
  };
  // There may be hundreds of points. They are grouped by kind, because people check them kind by kind.
  for (const { what, items } of missing) {
    yield { type: 'heading', level: 4, text: `${what} (${items.length})` };
    yield { type: 'list', items: items.map(({ name, reason }) => (reason === '' ? name : `${name}: ${reason}`)) };
  }
  yield {
    type: 'table',
    sheet: 'Missing',
    columns: [
      { title: 'What', width: 60 },
      { title: 'Component', width: 50 },
      { title: 'Reason', width: 60 },
    ],
    rows,
    mostOnPage: 0,
  };
  yield* removed(notices);
  yield { type: 'heading', text: 'What is left out' };
  const placeholders = notices.entries.reduce((sum, { statements }) => sum + statements.placeholders.length, 0);
  yield {
    type: 'list',
    items: [
      ...[filterSentence(source.options)].filter(Boolean),
      `Not published: ${countOf(notices.unpublished, 'item')}.`,
      `Not shipped by its scope, or because a person said so: ${notices.notShipped.length === 0 ? 'none' : countOf(notices.notShipped.length, 'item')}. Shipped scopes: ${scopeWords(notices.shipped)}.`,
      ...notices.notShipped.map(({ name, why }) => `Not shipped: ${name}; ${why}.`),
      `Placeholders of license templates, which are not copyright statements: ${placeholders}.`,
    ],
  };
}

function* removed({ entries, general }: CollectedNotices): Generator<Block> {
  yield { type: 'heading', text: 'Statements that people removed or changed' };
  const products = { name: WHOLE_PRODUCT, statements: general };
  const rows = [products, ...entries].flatMap(({ name, statements }) => [
    ...statements.removed.map((one) => [name, one.statement, 'removed', one.by, dateCell(one.at), one.reason]),
    ...statements.shown.flatMap(({ text, from }) =>
      from.map((one) => [
        name,
        one.statement,
        one.statement === '' ? `added: ${text}` : `printed as: ${text}`,
        one.by,
        dateCell(one.at),
        one.reason,
      ]),
    ),
  ]);
  yield {
    type: 'table',
    sheet: 'Removed statements',
    columns: [
      { title: 'Component', width: 40 },
      { title: 'Statement as found', width: 60 },
      { title: 'What became of it', width: 60 },
      { title: 'By', width: 16 },
      { title: 'On', type: 'date' },
      { title: 'Why', width: 40 },
    ],
    rows,
    none: 'None: every statement that was found is printed.',
  };
}
