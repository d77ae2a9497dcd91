// The paths to an item as a picture. It says nothing that the list of paths does not, so it is for the eyes and the mouse alone.
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { visible } from '../../elements/hidden-characters.ts';
import { countOf } from '../../elements/quantities.ts';
import classes from './item-paths.module.css';
import { type PathItem, placesOf } from './places.ts';

const [WIDTH, HEIGHT] = [150, 24];
const [COLUMN, ROW] = [178, 32];
const LONGEST = 24;

interface PictureProps {
  paths: readonly (readonly (PathItem & { reviewStatus: string })[])[];
  projectId: number;
}

export function PathsPicture({ paths, projectId }: PictureProps) {
  const { places, lines, columns, rows, hidden } = useMemo(() => placesOf(paths), [paths]);
  const placeOf = new Map(places.map((place) => [place.item.id, place]));
  const target = paths[0]?.at(-1)?.id;
  return (
    <>
      <div className={classes.picture} aria-hidden data-testid="paths-picture">
        <svg width={columns * COLUMN - (COLUMN - WIDTH) + 2} height={rows * ROW} aria-hidden focusable={false}>
          {lines.map(({ from, to }) => {
            const [a, b] = [placeOf.get(from), placeOf.get(to)];
            if (!a || !b) return null;
            const [x, y] = [a.column * COLUMN + WIDTH + 1, a.row * ROW + HEIGHT / 2];
            const [toX, toY] = [b.column * COLUMN + 1, b.row * ROW + HEIGHT / 2];
            const middle = (x + toX) / 2;
            return (
              <path
                key={`${from} ${to}`}
                className={classes.edge}
                d={`M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`}
              />
            );
          })}
          {places.map(({ item, column, row }) => (
            <Link
              key={item.id}
              to="/projects/$projectId/inventory"
              params={{ projectId }}
              search={{ item: item.id, tab: 'dependencies' }}
              tabIndex={-1}
            >
              <g
                transform={`translate(${column * COLUMN + 1} ${row * ROW})`}
                className={classes.node}
                data-status={item.reviewStatus}
                data-target={item.id === target || undefined}
              >
                <title>{`${visible(item.name)}: ${item.reviewStatus === 'Draft' ? 'not reviewed' : item.reviewStatus.toLowerCase()}`}</title>
                <rect width={WIDTH} height={HEIGHT} rx={4} />
                <text x={8} y={16}>
                  {shortened(visible(item.name))}
                </text>
              </g>
            </Link>
          ))}
        </svg>
      </div>
      {hidden > 0 && (
        <p className={classes.soft}>{countOf(hidden, 'further item')} of these paths would not fit into the picture.</p>
      )}
    </>
  );
}

const shortened = (name: string) => (name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1)}…`);
