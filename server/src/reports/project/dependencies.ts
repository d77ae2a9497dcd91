// The dependencies between items: a picture if the inventory is small, and a table of all.
import type { Block, GraphNode, Tone } from '../../documents/document.ts';
import type { ReportSource } from '../report.ts';

/** A picture of more items would be unreadable. */
const MOST_NODES = 200;
const TONES: Record<string, Tone> = { Approved: 'good', Rejected: 'bad' };

export async function* dependencies(source: ReportSource): AsyncGenerator<Block> {
  const linked = new Set<number>();
  let count = 0;
  for await (const { parentId, childId } of source.list('links')) {
    linked.add(parentId).add(childId);
    count++;
  }
  if (count === 0) {
    yield { type: 'paragraph', text: 'No item is linked to another one.' };
    return;
  }
  const names = new Map<number, string>();
  const nodes: GraphNode[] = [];
  for await (const { id, name, status } of source.list('inventoryItems')) {
    if (!linked.has(id)) continue;
    names.set(id, name);
    if (nodes.length <= MOST_NODES) nodes.push({ id: String(id), label: name, tone: TONES[status] });
  }
  if (nodes.length <= MOST_NODES) {
    const edges: [string, string][] = [];
    for await (const { parentId, childId } of source.list('links')) edges.push([String(parentId), String(childId)]);
    yield { type: 'graph', title: 'What depends on what', nodes, edges };
  } else
    yield {
      type: 'paragraph',
      text: `${linked.size} items are linked. There is no picture, because it can show at most ${MOST_NODES} items.`,
    };
  yield {
    type: 'table',
    sheet: 'Dependencies',
    columns: [
      { title: 'Item', width: 40 },
      { title: 'Link', width: 20 },
      { title: 'Linked item', width: 40 },
    ],
    rows: rows(source, names),
    mostOnPage: 500,
  };
}

async function* rows(source: ReportSource, names: ReadonlyMap<number, string>) {
  const nameOf = (id: number) => names.get(id) ?? `item ${id} (left out by the filters)`;
  for await (const { parentId, childId, type } of source.list('links'))
    yield [nameOf(parentId), type.toLowerCase().replaceAll('_', ' '), nameOf(childId)];
}
