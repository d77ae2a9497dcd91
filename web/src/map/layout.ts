// Places folders and files in a rectangle, each as large as its share, with what is in a folder inside it. Only numbers: it draws nothing.
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import type { MapEntry } from '../api/models.ts';

/** What stands for all entries of a folder that are too small for the answer of the server. */
interface Others extends NonNullable<MapEntry['others']> {
  kind: 'others';
  parentPath: string;
}

export type Shown = MapEntry | Others;

export interface Tile {
  entry: Shown;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 1 for what is directly in the shown folder. */
  level: number;
  /** Whether its content is drawn inside it. */
  isOpen: boolean;
}

/** The line with the name of an open folder. */
const HEAD_PX = 18;
const GAP_PX = 2;
/** Nobody can point at anything smaller. */
const SMALLEST_PX = 3;
/** Below these a folder is one area. */
const OPEN_PX = { width: 46, height: 44 };

interface Node {
  entry: Shown;
  content: Node[];
}

/** The entries directly in a folder, then what stands for the others. */
export function contentOf(entries: readonly MapEntry[], folder: MapEntry | undefined): Shown[] {
  if (folder === undefined) return [];
  const listed: Shown[] = entries.filter(({ parentPath }) => parentPath === folder.path);
  const { others } = folder;
  if (others !== undefined && others.files > 0) listed.push({ kind: 'others', parentPath: folder.path, ...others });
  return listed;
}

export const weightOf = ({ files, sizeBytes }: Shown, isByFiles: boolean): number => (isByFiles ? files : sizeBytes);

export interface Area {
  width: number;
  height: number;
  /** The areas tell numbers of files, not sizes. */
  isByFiles: boolean;
}

/** Each tile comes after the folder that it lies in. */
export function tilesOf(entries: readonly MapEntry[], { width, height, isByFiles }: Area): Tile[] {
  const [root] = entries;
  if (root === undefined || width <= 0 || height <= 0) return [];
  const inFolder = Map.groupBy(entries.slice(1), ({ parentPath }) => parentPath ?? '');
  const nodeOf = (entry: Shown): Node => ({
    entry,
    content:
      entry.kind === 'folder' && inFolder.has(entry.path)
        ? contentOf(inFolder.get(entry.path) ?? [], entry).map(nodeOf)
        : [],
  });
  const tree = hierarchy(nodeOf(root), ({ content }) => content)
    .sum(({ entry, content }) => (content.length > 0 ? 0 : weightOf(entry, isByFiles)))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const placed = treemap<Node>()
    .size([width, height])
    .tile(treemapSquarify)
    .round(true)
    .paddingInner(GAP_PX)
    .paddingOuter(({ depth }) => (depth === 0 ? 0 : GAP_PX))
    .paddingTop(({ depth }) => (depth === 0 ? 0 : HEAD_PX))(tree);
  const tiles: Tile[] = [];
  const add = (node: typeof placed): void => {
    const [tileWidth, tileHeight] = [node.x1 - node.x0, node.y1 - node.y0];
    if (tileWidth < SMALLEST_PX || tileHeight < SMALLEST_PX) return;
    const isOpen = node.children !== undefined && tileWidth >= OPEN_PX.width && tileHeight >= OPEN_PX.height;
    tiles.push({
      ...{ entry: node.data.entry, level: node.depth, isOpen },
      ...{ x: node.x0, y: node.y0, width: tileWidth, height: tileHeight },
    });
    if (isOpen) for (const child of node.children ?? []) add(child);
  };
  for (const child of placed.children ?? []) add(child);
  return tiles;
}
