// Library: components that scans found or users created. Each has a page of its own.

import { Button, Checkbox, Group } from '@mantine/core';
import { IconPackages, IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FoundComponent } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { countOf } from '../../elements/quantities.ts';
import { SearchInput } from '../../elements/search-input.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { ExportMenu } from '../../table/export/export-menu.tsx';
import { usePagedRows } from '../../table/paged-rows.ts';
import { openNewComponent } from './component-forms.tsx';
import { COMPONENTS_KEY, fetchComponents } from './queries.ts';

const route = getRouteApi('/signed-in/library/components');

const columns: Column<FoundComponent>[] = [
  {
    id: 'name',
    header: 'Name',
    size: 260,
    isGrowing: true,
    cell: (row) => (
      <Link to="/library/components/$componentId" params={{ componentId: row.id }} title={row.title}>
        {row.title}
      </Link>
    ),
  },
  { id: 'forge', header: 'Forge', size: 120, cell: ({ forge }) => <span>{forge}</span> },
  {
    id: 'licenses',
    header: 'Licenses of its versions',
    size: 220,
    cell: ({ licenseList }) => {
      const names = licenseList.map(({ name }) => name).join(', ');
      return <span title={names}>{names}</span>;
    },
  },
  {
    id: 'description',
    header: 'Description',
    size: 260,
    cell: ({ description }) => <span title={description}>{description}</span>,
  },
  {
    id: 'kind',
    header: 'Kind',
    size: 130,
    cell: ({ custom, learnedFrom }) => {
      if (custom) return <Label tone="notice">Custom</Label>;
      return (
        learnedFrom && (
          <span title={`${learnedFrom.name}, ${learnedFrom.asOf}`}>
            {learnedFrom.kind === 'REGISTRY' ? 'From a registry' : 'From a bundle'}
          </span>
        )
      );
    },
  },
];

export function ComponentsPanel() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [selectedId, select] = useState<number>();
  const components = usePagedRows([...COMPONENTS_KEY, search], (page) => fetchComponents(search, page));
  const open = useMemo(
    () => (componentId: number) => navigate({ to: '/library/components/$componentId', params: { componentId } }),
    [navigate],
  );
  return (
    <div className={classes.fill}>
      <div>
        <PageHead
          title="Components"
          intro="Components that scans found, users created, or registries and bundles named. An inventory item names a component, its version and a license."
        >
          <ExportMenu rows={components} name="components" size="sm" />
          <Button leftSection={<IconPlus size={15} />} onClick={() => openNewComponent(open)}>
            New component
          </Button>
        </PageHead>
        <Group gap="md" mt="sm">
          <SearchInput
            label="Find components"
            placeholder="Search by name ( / )"
            find={search.find ?? ''}
            onFind={(find) => navigate({ search: (old) => ({ ...old, find: find || undefined }), replace: true })}
            w={260}
          />
          <Checkbox
            label="Only custom"
            checked={search.custom ?? false}
            onChange={({ currentTarget: { checked } }) =>
              navigate({ search: (old) => ({ ...old, custom: checked || undefined }), replace: true })
            }
          />
          <span className="number">{components.total !== undefined && countOf(components.total, 'component')}</span>
        </Group>
      </div>
      {components.error || components.total === undefined ? (
        <Waiting query={components} rows={12} title="The components could not be loaded" />
      ) : (
        <DataTable
          name="components"
          label="Components"
          columns={columns}
          count={components.total}
          rowAt={components.rowAt}
          idOf={({ id }) => id}
          onRange={components.onRange}
          selectedId={selectedId}
          onSelect={({ id }) => select(id)}
          onOpen={({ id }) => open(id)}
          empty={<NoComponents isFiltered={search.find !== undefined || search.custom === true} />}
        />
      )}
    </div>
  );
}

function NoComponents({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty icon={<IconPackages />} title="No component found">
      No component matches the search and the filter above.
    </Empty>
  ) : (
    <Empty icon={<IconPackages />} title="No components yet">
      Scans add the components that they find. You can also create components.
    </Empty>
  );
}
