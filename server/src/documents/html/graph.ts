// A picture of dependencies as inline SVG: nodes in columns by their distance from those without dependents.
import { itemAt, valueFor } from '@assay/scanner/items';
import type { GraphNode } from '../document.ts';
import { escapeMarkup, printableLine } from '../printable.ts';

const WIDTH = 210;
const GAP = 70;
const STEP = 30;

export function graph(
  title: string,
  nodes: readonly GraphNode[],
  edges: readonly (readonly [string, string])[],
): string {
  const places = placed(nodes, edges);
  const columns = 1 + Math.max(0, ...[...places.values()].map(({ column }) => column));
  const rows = 1 + Math.max(0, ...[...places.values()].map(({ row }) => row));
  const [width, height] = [columns * (WIDTH + GAP), rows * STEP + 10];
  const lines = edges.flatMap(([from, to]) => {
    const [a, b] = [places.get(from), places.get(to)];
    return a && b && from !== to ? [curve(a, b)] : [];
  });
  const caption = escapeMarkup(printableLine(title));
  return `<figure><figcaption>${caption}</figcaption><div class="scroll"><svg role="img" aria-label="${caption}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${lines.join('')}${nodes.map((node) => box(node, valueFor(places, node.id))).join('')}</svg></div></figure>`;
}

interface Place {
  column: number;
  row: number;
}

/** Breadth first from the nodes without a parent, then from nodes in cycles, so that every node gets one place. */
function placed(nodes: readonly GraphNode[], edges: readonly (readonly [string, string])[]): Map<string, Place> {
  const children = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const hasParent = new Set<string>();
  for (const [from, to] of edges) {
    if (from === to || !children.has(to)) continue;
    children.get(from)?.push(to);
    if (children.has(from)) hasParent.add(to);
  }
  const places = new Map<string, Place>();
  const filled: number[] = [];
  const place = (id: string, column: number): boolean => {
    if (places.has(id)) return false;
    const row = filled[column] ?? 0;
    filled[column] = row + 1;
    places.set(id, { column, row });
    return true;
  };
  const roots = nodes.filter(({ id }) => !hasParent.has(id));
  for (const { id } of [...roots, ...nodes]) {
    if (!place(id, 0)) continue;
    const queue = [id];
    for (let at = 0; at < queue.length; at++) {
      const column = valueFor(places, itemAt(queue, at)).column + 1;
      for (const child of children.get(itemAt(queue, at)) ?? []) if (place(child, column)) queue.push(child);
    }
  }
  return places;
}

function curve(from: Place, to: Place): string {
  const [x1, y1] = [from.column * (WIDTH + GAP) + WIDTH, from.row * STEP + 16];
  const [x2, y2] = [to.column * (WIDTH + GAP), to.row * STEP + 16];
  return `<path d="M${x1} ${y1} C${x1 + GAP / 2} ${y1} ${x2 - GAP / 2} ${y2} ${x2} ${y2}" fill="none" stroke="var(--line)"/>`;
}

function box({ label, tone }: GraphNode, { column, row }: Place): string {
  const [x, y] = [column * (WIDTH + GAP), row * STEP + 4];
  const whole = printableLine(label);
  const shown = whole.length <= 30 ? whole : `${whole.slice(0, 29)}…`.toWellFormed();
  const stroke = tone === undefined ? 'var(--line)' : `var(--${tone})`;
  return `<g><title>${escapeMarkup(whole)}</title><rect x="${x}" y="${y}" width="${WIDTH}" height="24" rx="4" fill="var(--band)" stroke="${stroke}"/><text x="${x + 8}" y="${y + 16}">${escapeMarkup(shown)}</text></g>`;
}
