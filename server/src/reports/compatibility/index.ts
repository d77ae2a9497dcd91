// License compatibility and obligations: what people must do who ship the product with these licenses, and which pairs of
// licenses cannot be combined in one work.
import { licensesOf } from '@assay/scanner/expressions';
import type { Block } from '../../documents/document.ts';
import { classOf, conflictsAmong, obligationText } from '../../domain/licenses/license-obligations.ts';
import type { ReportItem } from '../data.ts';
import { Counts, filterNote, itemColumns, itemRow, mapped, projectFacts, subtitle } from '../item-blocks.ts';
import { type LicenseUse, obligationTable, usesOfLicenses } from '../obligation-table.ts';
import { isYes } from '../options.ts';
import type { ReportSource, ReportWriter } from '../report.ts';

export const compatibility: ReportWriter = {
  data: ['inventoryItems', 'licenses'],
  document: (source) => ({
    title: `License obligations: ${source.head.project.name}`,
    subtitle: subtitle(source, 'This report helps people to decide. It is not legal advice.'),
    brand: source.brand,
    at: source.at,
    facts: projectFacts(source),
    sections: [
      { id: 'conflicts', title: 'Licenses that cannot be combined', blocks: () => conflicts(source) },
      { id: 'obligations', title: 'Obligations by license', blocks: () => obligations(source) },
      { id: 'duties', title: 'What you have to do', blocks: () => duties(source) },
      { id: 'items', title: 'Items', blocks: () => [items(source)] },
    ],
  }),
};

/** Rejected items too, marked as such: they are in the product until somebody takes them out. */
function shipped({ list, options }: ReportSource): AsyncGenerator<ReportItem> {
  const onlyRuntime = isYes(options.runtimeOnly);
  return mapped(list('inventoryItems'), (item) =>
    !onlyRuntime || item.dependencyScope === 'Runtime' ? item : undefined,
  );
}

const usesOf = (source: ReportSource) => usesOfLicenses(shipped(source));

async function* conflicts(source: ReportSource): AsyncGenerator<Block> {
  yield* filterNote(source);
  const uses = await usesOf(source);
  const own = licensesOf(source.options.projectLicense?.trim() || source.head.project.primaryLicense);
  const pairs = conflictsAmong([...uses.keys(), ...own]);
  yield {
    type: 'paragraph',
    text: `This report compares ${uses.size} licenses of items${own.length > 0 ? ` and ${own.join(', ')} of the product` : ''}. If an item offers a choice (OR), it compares every license. Whether two licenses meet in one work depends on how the items are linked. A person has to check this.`,
  };
  yield {
    type: 'table',
    sheet: 'Conflicts',
    columns: [
      { title: 'License', width: 24 },
      { title: 'Items', width: 40 },
      { title: 'Cannot be combined with', width: 24 },
      { title: 'Items of that', width: 40 },
      { title: 'Why', width: 60 },
    ],
    rows: pairs.map(({ one, other, why }) => [one, named(uses.get(one)), other, named(uses.get(other)), why]),
    none: 'No pair of these licenses is known to be in conflict.',
  };
}

function named(use: LicenseUse | undefined): string[] {
  if (use === undefined) return ['the product itself'];
  return use.count > use.items.length ? [...use.items, `and ${use.count - use.items.length} more`] : use.items;
}

async function* obligations(source: ReportSource): AsyncGenerator<Block> {
  const uses = await usesOf(source);
  const classes = new Counts();
  for (const [license, { count }] of uses) classes.add(classOf(license).name, count);
  yield { type: 'bars', title: 'Items by class of license', bars: classes.bars() };
  yield obligationTable(uses);
}

async function* duties(source: ReportSource): AsyncGenerator<Block> {
  const uses = await usesOf(source);
  const byDuty = new Map<string, string[]>();
  for (const license of uses.keys())
    for (const duty of classOf(license).asks) {
      const text = obligationText(duty);
      byDuty.set(text, [...(byDuty.get(text) ?? []), license]);
    }
  yield {
    type: 'table',
    sheet: 'Duties',
    columns: [
      { title: 'Duty', width: 80 },
      { title: 'Because of', width: 60 },
      { title: 'Done', width: 10 },
    ],
    rows: [...byDuty].map(([duty, licenses]) => [duty, licenses.join(', '), '']),
    none: 'These licenses have no obligations.',
  };
}

function items(source: ReportSource): Block {
  return {
    type: 'table',
    sheet: 'Items',
    columns: itemColumns,
    rows: mapped(shipped(source), (item) => itemRow(item)),
    mostOnPage: 2000,
  };
}
