// The inventory of a project: a long table with search and filters, and the selected item beside it.
import { ActionIcon, Button, SegmentedControl, Select, Splitter, Tooltip } from '@mantine/core';
import { type SplitterPaneSize, useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconListCheck, IconPackages, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { InventoryRow } from '../api/models.ts';
import type { BulkAction } from '../bulk/actions.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { markedColumn } from '../bulk/mark-column.tsx';
import { type MarkedRows, useMarkedRows } from '../bulk/marked-rows.ts';
import { openRecentDecisions } from '../bulk/recent-decisions.tsx';
import { CoverageChoice } from '../elements/coverage-choice.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { SearchInput } from '../elements/search-input.tsx';
import { type InventoryType, optionsOf } from '../elements/words.ts';
import { useMay, useProjectId } from '../project/queries.ts';
import { DataTable, type TableHandle } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { type PagedRows, usePagedRows } from '../table/paged-rows.ts';
import { FieldFilter } from './field-filter.tsx';
import { inventoryColumns } from './inventory-columns.tsx';
import classes from './inventory-tab.module.css';
import { openNewItem } from './item-forms.tsx';
import { ItemPane } from './item-pane.tsx';
import { fetchIdsBetween, fetchItems, itemFilterOf } from './queries.ts';
import { useReview } from './review.ts';
import { DEFAULT_SORT, type InventorySearch } from './search.ts';

const route = getRouteApi('/signed-in/projects/$projectId/inventory');
/** Waits, so that moving through the table by keyboard does not load every item on the way. */
const SETTLE_MS = 150;

export function InventoryTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const { item, tab, row, ...filter } = search;
  const navigate = route.useNavigate();
  const open = (what: InventorySearch) => navigate({ search: (old) => ({ ...old, ...what }) });
  const set = (what: InventorySearch) =>
    navigate({ search: (old) => ({ ...old, ...what, row: undefined }), replace: true });
  const items = usePagedRows(['project', projectId, 'inventory', filter], (page) =>
    fetchItems(projectId, filter, page),
  );
  const table = useRef<TableHandle<InventoryRow>>(null);
  const { sort: _, ...filterOnly } = filter;
  const marked = useMarkedRows({
    key: JSON.stringify(filterOnly),
    total: items.total,
    idsBetween: (from, to) => fetchIdsBetween(projectId, filter, from, to),
  });
  const act = (action: BulkAction) =>
    openBulkDecision({
      projectId,
      action,
      rows: marked.isAll ? { filter: itemFilterOf(filterOnly), exceptIds: marked.ids } : { ids: marked.ids },
      onDone: marked.clear,
      onLeft: () => table.current?.focus(),
    });
  const columns = useMemo(
    () => [markedColumn<InventoryRow>(marked, ({ name }) => name), ...inventoryColumns],
    [marked],
  );
  const review = useReview(items, table, { marked, onAct: act });
  const [settledItem] = useDebouncedValue(item, SETTLE_MS);
  const [paneSize, setPaneSize] = useState<SplitterPaneSize>('450px');
  const isPaneOpen = item !== undefined && settledItem !== undefined;
  const isFiltered = Object.values({ ...filter, sort: undefined }).some((value) => value !== undefined);
  return (
    <Splitter
      className={classes.tab}
      lineSize={1}
      handleColor="var(--line)"
      withHandle={false}
      sizes={isPaneOpen ? ['100%', paneSize] : ['100%']}
      onSizeChange={([, size]) => size !== undefined && setPaneSize(size)}
    >
      <Splitter.Pane defaultSize="100%" min="320px" className={classes.main}>
        <FilterBar filter={filter} items={items} marked={marked} onChange={set} />
        <BulkBar
          noun="item"
          marked={marked}
          total={items.total ?? 0}
          actions={['APPROVE', 'REJECT', 'PUBLISH']}
          more={['TO_DRAFT', 'RECALL', 'CHANGE', 'ASSIGN']}
          onAct={act}
        />
        {items.error || items.total === undefined ? (
          <Waiting query={items} rows={12} title="The inventory could not be loaded" />
        ) : (
          <DataTable
            name="inventory"
            label="Inventory"
            columns={columns}
            count={items.total}
            rowAt={items.rowAt}
            idOf={(row) => row.id}
            onRange={items.onRange}
            sort={search.sort ?? DEFAULT_SORT}
            onSort={(sort) => set({ sort })}
            selectedId={item}
            selectedAt={row === undefined ? undefined : row - 1}
            onSelect={review.choose}
            handle={table}
            empty={<NoItems isFiltered={isFiltered} />}
          />
        )}
      </Splitter.Pane>
      {isPaneOpen && (
        <Splitter.Pane defaultSize="450px" min="330px" max="900px" className={classes.pane}>
          <ItemPane
            key={settledItem}
            inventoryId={settledItem}
            tab={tab}
            onTab={(wanted) => open({ tab: wanted })}
            onDecide={review.decide}
            onClose={() => open({ item: undefined, tab: undefined, row: undefined })}
          />
        </Splitter.Pane>
      )}
    </Splitter>
  );
}

function NoItems({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty icon={<IconPackages />} title="No item found">
      No item matches the search and the filters above.
    </Empty>
  ) : (
    <Empty icon={<IconPackages />} title="No inventory yet">
      A scan adds the components and licenses that it finds in the code base.
    </Empty>
  );
}

const REVIEWS = [
  { value: '', label: 'All' },
  { value: 'Draft', label: 'Not reviewed' },
  { value: 'Approved', label: 'Approved' },
  { value: 'Rejected', label: 'Rejected' },
];
const PUBLICATION = [
  { value: 'PUBLISHED', label: 'Published' },
  { value: 'UNPUBLISHED', label: 'Unpublished' },
];
const TYPES = optionsOf<InventoryType>({
  COMPONENT: 'Components',
  LICENSE: 'License only',
  WORK_IN_PROGRESS: 'Work in progress',
});
const VERSIONS = [
  { value: 'KNOWN', label: 'Known version' },
  { value: 'UNKNOWN', label: 'Unknown version' },
];

const LICENSES = [
  { value: 'P1', label: 'Strong copyleft' },
  { value: 'P2', label: 'Weak copyleft' },
  { value: 'P3', label: 'Permissive' },
  { value: 'UNKNOWN', label: 'No license known' },
];

interface FilterBarProps {
  filter: InventorySearch;
  items: PagedRows<InventoryRow>;
  marked: MarkedRows;
  onChange: (what: InventorySearch) => void;
}

function FilterBar({ filter, items, marked, onChange }: FilterBarProps) {
  const { total } = items;
  const may = useMay();
  const projectId = useProjectId();
  return (
    <div className={classes.bar}>
      <SearchInput
        size="xs"
        className={classes.search}
        label="Search the inventory"
        placeholder="Search by name ( / )"
        find={filter.find ?? ''}
        onFind={(find) => onChange({ find: find || undefined })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Review status"
        data={REVIEWS}
        value={filter.review ?? ''}
        onChange={(review) => onChange({ review: (review || undefined) as InventorySearch['review'] })}
      />
      <Select
        size="xs"
        aria-label="Publication"
        placeholder="Published or not"
        data={PUBLICATION}
        clearable
        value={filter.published ?? null}
        onChange={(published) => onChange({ published: (published ?? undefined) as InventorySearch['published'] })}
        w={150}
      />
      <Select
        size="xs"
        aria-label="Type"
        placeholder="Any type"
        data={TYPES}
        clearable
        value={filter.type ?? null}
        onChange={(type) => onChange({ type: (type ?? undefined) as InventorySearch['type'] })}
        w={145}
      />
      <Select
        size="xs"
        aria-label="Version"
        placeholder="Any version"
        data={VERSIONS}
        clearable
        value={filter.version ?? null}
        onChange={(version) => onChange({ version: (version ?? undefined) as InventorySearch['version'] })}
        w={145}
      />
      <CoverageChoice value={filter.coverage} onChange={(coverage) => onChange({ coverage })} />
      <Select
        size="xs"
        aria-label="License"
        placeholder="Any license"
        data={LICENSES}
        clearable
        value={filter.license ?? null}
        onChange={(license) => onChange({ license: (license ?? undefined) as InventorySearch['license'] })}
        w={150}
      />
      <SearchInput
        size="xs"
        w={130}
        label="SPDX expression"
        placeholder="Exact license"
        find={filter.exact ?? ''}
        onFind={(exact) => onChange({ exact: exact || undefined })}
      />
      <FieldFilter filter={filter} onChange={onChange} />
      <span className={classes.total}>{total !== undefined && countOf(total, 'item')}</span>
      {total !== undefined && total > 0 && marked.count === 0 && (
        <Button size="compact-sm" variant="default" leftSection={<IconListCheck size={15} />} onClick={marked.markAll}>
          Mark all
        </Button>
      )}
      <ExportMenu rows={items} name="inventory" />
      <Tooltip label="Recent bulk decisions">
        <ActionIcon
          variant="default"
          size={26}
          aria-label="Recent bulk decisions"
          onClick={() => openRecentDecisions(projectId)}
        >
          <IconHistory size={15} />
        </ActionIcon>
      </Tooltip>
      {may('CREATE_INVENTORY') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => openNewItem(projectId, (item) => onChange({ item }))}
        >
          New item
        </Button>
      )}
    </div>
  );
}
