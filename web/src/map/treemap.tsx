// The picture: each folder and file as an area. One stop of the keyboard, in which the arrow keys move; each area is a link.
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { MapEntry } from '../api/models.ts';
import { visible } from '../elements/hidden-characters.ts';
import { countOf, sizeText } from '../elements/quantities.ts';
import { type Category, categoryOf, exposureWords, licenseWords, reviewWords } from './categories.ts';
import { type Shown, type Tile, tilesOf } from './layout.ts';
import classes from './map.module.css';
import type { Coloring } from './search.ts';

/** Below these an area has no words. */
const WORDS_PX = { width: 34, height: 15 };
const SECOND_LINE_PX = 32;
/** An open folder of this width has its facts beside its name. */
const HEAD_FACT_PX = 190;

export interface TreemapProps {
  entries: readonly MapEntry[];
  coloring: Coloring;
  licenses: readonly string[];
  isByFiles: boolean;
  /** The meaning whose areas alone have their colours. */
  only: string | undefined;
  hrefOf: (entry: Shown) => string;
  /** A plain click on an area. */
  onGo: (entry: Shown) => void;
}

export function Treemap({ entries, coloring, licenses, isByFiles, only, hrefOf, onGo }: TreemapProps) {
  const { ref, width, height } = useElementSize();
  const tiles = useMemo(() => tilesOf(entries, { width, height, isByFiles }), [entries, width, height, isByFiles]);
  const links = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState(0);
  const at = Math.min(reached, tiles.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, at, tiles);
    if (next === undefined) return;
    event.preventDefault();
    setReached(next);
    links.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <div className={classes.picture} ref={ref}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links inside */}
      <div ref={links} onKeyDown={onKeyDown} data-testid="map-picture">
        {tiles.map((tile, index) => (
          <TileLink
            key={keyOf(tile.entry)}
            tile={tile}
            category={categoryOf(tile.entry, coloring, licenses)}
            coloring={coloring}
            only={only}
            href={hrefOf(tile.entry)}
            isReached={index === at}
            onFocus={() => setReached(index)}
            onGo={() => onGo(tile.entry)}
          />
        ))}
      </div>
    </div>
  );
}

interface TileLinkProps {
  tile: Tile;
  category: Category;
  coloring: Coloring;
  only: string | undefined;
  href: string;
  isReached: boolean;
  onFocus: () => void;
  onGo: () => void;
}

function TileLink({ tile, category, coloring, only, href, isReached, onFocus, onGo }: TileLinkProps) {
  const { entry, x, y, width, height, isOpen } = tile;
  const hasWords = width >= WORDS_PX.width && height >= WORDS_PX.height;
  return (
    <a
      href={href}
      className={classes.tile}
      style={{
        ...{ left: x, top: y, width, height },
        ...((!isOpen || category.isGrave) && { background: `var(--map-${category.token})` }),
      }}
      data-kind={entry.kind}
      data-open={isOpen || undefined}
      data-category={isOpen ? undefined : category.key}
      data-pale={(only !== undefined && !isOpen && only !== category.key) || undefined}
      tabIndex={isReached ? 0 : -1}
      title={sentenceOf(entry)}
      onFocus={onFocus}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onGo();
      }}
    >
      {hasWords && (
        <span className={classes.tileName}>
          {nameOf(entry)}
          {isOpen && width >= HEAD_FACT_PX && <small> {factOf(entry, coloring)}</small>}
        </span>
      )}
      {hasWords && !isOpen && height >= SECOND_LINE_PX && (
        <span className={classes.tileFacts}>{factOf(entry, coloring)}</span>
      )}
      <span className={classes.sentence}> {sentenceOf(entry)}</span>
    </a>
  );
}

export const keyOf = (entry: Shown) =>
  entry.kind === 'others' ? `others ${entry.parentPath}` : `${entry.kind} ${entry.path}`;

export const nameOf = (entry: Shown) =>
  entry.kind === 'others' ? `${countOf(entry.files, 'file')} more` : visible(entry.name);

function factOf(entry: Shown, coloring: Coloring): string {
  if (coloring === 'review') return reviewWords(entry);
  return coloring === 'license' ? licenseWords(entry) : exposureWords(entry);
}

/** All that is known of it, for a pointer that rests and for readers of the screen. */
function sentenceOf(entry: Shown): string {
  const amount = `${countOf(entry.files, 'file')}, ${sizeText(entry.sizeBytes)}, ${reviewWords(entry)}`;
  if (entry.kind === 'others')
    return `${countOf(entry.entries, 'smaller folder or file', 'smaller folders and files')} in ${entry.parentPath || 'the code base'}: ${amount}`;
  return `${entry.path}: ${amount}. Licenses: ${licenseWords(entry)}. Vulnerabilities: ${exposureWords(entry)}`;
}

/** Right and Left move to the next and the former area; Down and Up do so too, but skip what is inside of folders. */
function moved(key: string, at: number, tiles: readonly Tile[]): number | undefined {
  const level = tiles[at]?.level ?? 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(tiles.length - 1, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown': {
      const next = tiles.findIndex((tile, index) => index > at && tile.level <= level);
      return next < 0 ? at : next;
    }
    case 'ArrowUp': {
      const former = tiles.findLastIndex((tile, index) => index < at && tile.level <= level);
      return former < 0 ? at : former;
    }
    case 'Home':
      return 0;
    case 'End':
      return tiles.length - 1;
    default:
      return undefined;
  }
}
