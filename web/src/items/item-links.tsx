// The links of an item to others: which items need or contain it, and which it needs or contains.
import { DataList } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LinkedItem } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import classes from './inventory-tab.module.css';
import { linksQuery } from './queries.ts';

type LinkType = LinkedItem['linkType'];

const LABELS: Record<'parents' | 'children', Record<LinkType, string>> = {
  parents: { DEPENDENCY: 'Needed by', BUNDLED: 'Contained in', POSSIBLY_RELATED: 'May belong to' },
  children: { DEPENDENCY: 'Needs', BUNDLED: 'Contains', POSSIBLY_RELATED: 'May include' },
};

export function ItemLinks({ inventoryId, projectId }: { inventoryId: number; projectId: number }) {
  const parents = useQuery(linksQuery(inventoryId, 'parents'));
  const children = useQuery(linksQuery(inventoryId, 'children'));
  const sides = [
    { labels: LABELS.parents, links: parents.data },
    { labels: LABELS.children, links: children.data },
  ];
  const groups = sides.flatMap(({ labels, links }) =>
    [...Map.groupBy(links?.rows ?? [], ({ linkType }) => linkType)].map(([type, rows]) => ({
      label: labels[type],
      rows,
      hidden: type === links?.rows.at(-1)?.linkType ? links.total - links.rows.length : 0,
    })),
  );
  return (
    <section aria-label="Linked items">
      {parents.isError && <Refused error={parents.error} />}
      {children.isError && <Refused error={children.error} />}
      <DataList gap={5} labelWidth="100px">
        {groups.map(({ label, rows, hidden }) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue className={classes.identityValue}>
              {rows.map((row) => (
                <LinkToItem key={row.id} item={row} projectId={projectId} />
              ))}
              {hidden > 0 && <div>and {hidden} more</div>}
            </DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </section>
  );
}

function LinkToItem({ item: { id, name }, projectId }: { item: LinkedItem; projectId: number }) {
  return (
    <div>
      <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: id }}>
        {name}
      </Link>
    </div>
  );
}
