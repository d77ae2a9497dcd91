// Inventory changes: which items were added, changed, reviewed and removed in a period, and by whom.
import type { Block } from '../../documents/document.ts';
import { advisoryFacts } from '../advisory-data.ts';
import type { ReportRevision } from '../data.ts';
import { Counts, mapped, projectFacts, revisionColumns, revisionRow, subtitle } from '../item-blocks.ts';
import type { ReportSource, ReportWriter } from '../report.ts';

export const changes: ReportWriter = {
  data: ['history'],
  document: (source) => {
    const { from, to } = timeOf(source);
    const words = `From ${from || 'the beginning'} to ${to || 'now'}.`;
    return {
      title: `Inventory changes: ${source.head.project.name}`,
      subtitle: subtitle(source, words),
      brand: source.brand,
      at: source.at,
      facts: [...projectFacts(source), ...advisoryFacts(source)],
      sections: [
        { id: 'summary', title: 'Summary', blocks: () => summary(source) },
        { id: 'changes', title: 'Changes', blocks: () => [table(source)] },
      ],
    };
  },
};

/** Times as text sort in the order of time. */
function timeOf({ options, lastOn }: ReportSource): { from: string; to: string } {
  const from = (options.from ?? '').trim();
  const to = (options.to ?? '').trim();
  return { from: from || (lastOn ?? ''), to: to === '' ? '' : `${to} 23:59:59` };
}

function wanted(source: ReportSource): AsyncGenerator<ReportRevision> {
  const { from, to } = timeOf(source);
  return mapped(source.list('history'), (row) => (row.on >= from && (to === '' || row.on <= to) ? row : undefined));
}

async function* summary(source: ReportSource): AsyncGenerator<Block> {
  const [events, people, fields] = [new Counts(), new Counts(), new Counts()];
  for await (const { event, by, changes: changed } of wanted(source)) {
    events.add(event);
    people.add(by);
    for (const { field } of changed) fields.add(field);
  }
  yield { type: 'bars', title: 'What happened', bars: events.bars() };
  yield { type: 'bars', title: 'By whom', bars: people.bars().slice(0, 20) };
  yield { type: 'bars', title: 'Which fields', bars: fields.bars().slice(0, 20) };
}

function table(source: ReportSource): Block {
  return {
    type: 'table',
    sheet: 'Changes',
    columns: revisionColumns,
    rows: mapped(wanted(source), revisionRow),
    mostOnPage: 3000,
    none: 'Nothing has changed in this period.',
  };
}
