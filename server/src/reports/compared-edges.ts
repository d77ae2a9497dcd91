// What needs or contains what among the items of a side of a comparison.
import type { ComparedEdge } from '@assay/scanner/sbom';
import { giveWay } from '../turns.ts';
import type { ReportRow } from './data.ts';

/** On each side; of more, what needs what is not compared, and the side says so. */
export const MOST_COMPARED_EDGES = 500_000;

/**
 * @param ids of the items of the parts, in their order
 * @returns undefined if there are too many, or none: then nobody has said anything of dependencies
 */
export async function edgesAmong(
  ids: readonly (number | undefined)[],
  links: AsyncIterable<ReportRow<'links'>>,
): Promise<ComparedEdge[] | undefined> {
  const places = new Map(ids.map((id, at) => [id, at]));
  const edges: ComparedEdge[] = [];
  for await (const { parentId, childId, type } of links) {
    await giveWay();
    const [from, to] = [places.get(parentId), places.get(childId)];
    if (type === 'POSSIBLY_RELATED' || from === undefined || to === undefined) continue;
    edges.push([from, to]);
    if (edges.length > MOST_COMPARED_EDGES) return undefined;
  }
  return edges.length === 0 ? undefined : edges;
}
