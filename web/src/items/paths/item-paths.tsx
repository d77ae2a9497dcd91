// Why an item is there: the shortest ways to it as lists of links, the picture of them, and what it needs itself.
import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { InventoryItem } from '../../api/models.ts';
import { visible } from '../../elements/hidden-characters.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { countOf, countText } from '../../elements/quantities.ts';
import { ItemLinks } from '../item-links.tsx';
import classes from './item-paths.module.css';
import { PathsPicture } from './paths-picture.tsx';
import type { PathItem } from './places.ts';

const SHOWN = 10;
const MOST_SHOWN = 200;

const pathsQuery = (inventoryId: number, limit: number) =>
  queryOptions({
    queryKey: ['inventories', inventoryId, 'paths', limit],
    queryFn: async () =>
      (
        await bodyOf(
          api.GET('/inventories/{inventoryId}/paths', { params: { path: { inventoryId }, query: { limit } } }),
        )
      ).data,
    placeholderData: keepPreviousData,
  });

export function ItemPaths({ item, projectId }: { item: InventoryItem; projectId: number }) {
  return (
    <>
      <WhyHere item={item} projectId={projectId} />
      <h3 className={classes.title}>Next to it</h3>
      <ItemLinks inventoryId={item.id} projectId={projectId} />
    </>
  );
}

function WhyHere({ item, projectId }: { item: InventoryItem; projectId: number }) {
  const [limit, setLimit] = useState(SHOWN);
  const found = useQuery(pathsQuery(item.id, limit));
  if (!found.data) return <Waiting query={found} rows={4} title="The paths could not be loaded" />;
  const { paths, total, above, isCircle } = found.data;
  return (
    <section aria-label="Why it is here">
      <h3 className={classes.title}>Why it is here</h3>
      <p className={classes.soft}>{reasonOf(item, { total, above, isCircle })}</p>
      {paths.length > 0 && (
        <>
          <ol className={classes.paths} aria-label="Paths to the item">
            {paths.map((path) => (
              <Path key={path.map(({ id }) => id).join()} path={path} projectId={projectId} />
            ))}
          </ol>
          {total > paths.length && (
            <p className={classes.soft}>
              The shortest {countText(paths.length)} of {countText(total)} paths.{' '}
              {limit < MOST_SHOWN && (
                <Button size="compact-xs" variant="default" onClick={() => setLimit(MOST_SHOWN)}>
                  Show {countText(Math.min(MOST_SHOWN, total))}
                </Button>
              )}
            </p>
          )}
          <PathsPicture paths={paths} projectId={projectId} />
        </>
      )}
    </section>
  );
}

function Path({ path, projectId }: { path: readonly PathItem[]; projectId: number }) {
  return (
    <li>
      {path.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && <span className={classes.soft}> needs </span>}
          {at === path.length - 1 ? (
            <b>{visible(name)}</b>
          ) : (
            <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: id, tab: 'dependencies' }}>
              {visible(name)}
            </Link>
          )}
        </span>
      ))}
    </li>
  );
}

interface Found {
  total: number;
  above: number;
  isCircle: boolean;
}

function reasonOf({ fileCount, dependencyLevel }: InventoryItem, { total, above, isCircle }: Found): string {
  if (isCircle)
    return `${countOf(above, 'item')} above it need each other, and nothing else needs them. The paths begin at the farthest.`;
  if (total > 0)
    return `${countOf(above, 'item')} above it. Shown is the shortest path through each item that the code base or a package needs itself.`;
  if (fileCount > 0) return `No other item needs it. It was found in ${countOf(fileCount, 'file')} of the code base.`;
  return dependencyLevel === 'N/A'
    ? 'No other item needs it, and no file of the code base has it.'
    : 'No other item needs it: the code base names it itself.';
}
