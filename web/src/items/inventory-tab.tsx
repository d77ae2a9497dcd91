// The inventory of a project: a long table with search, filters and groups, and the selected item beside it.
import { ActionIcon, Button, Splitter, Tooltip } from '@mantine/core';
import { type SplitterPaneSize, useDebouncedValue, useLocalStorage } from '@mantine/hooks';
import { IconHistory, IconListCheck, IconPackages, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { InventoryRow } from '../api/models.ts';
import type { BulkAction } from '../bulk/actions.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { markedColumn } from '../bulk/mark-column.tsx';
import { type MarkedRows, useMarkedRows } from '../bulk/marked-rows.ts';
import { openRecentDecisions } from '../bulk/recent-decisions.tsx';
import { shownFields } from '../custom-fields/field-values.ts';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { notifyRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { useStable } from '../elements/stable.ts';
import { useMay, useProjectId } from '../project/queries.ts';
import { DataTable, type TableHandle } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { FilterBar } from './filter-bar.tsx';
import { itemFilterOf } from './filter-requests.ts';
import { GroupBand } from './group-band.tsx';
import { besideGroups, columnsOf, shownColumns } from './inventory-columns.tsx';
import classes from './inventory-tab.module.css';
import { openNewItem } from './item-forms.tsx';
import { ItemPane } from './item-pane.tsx';
import { type ItemRows, useGroupedRows, usePlainRows } from './item-rows.ts';
import { ItemViews } from './item-views.tsx';
import { groupId, isGroup, type ListRow, positionQuery } from './list-queries.ts';
import { useMarkedGroups } from './marked-groups.ts';
import { useReview } from './review.ts';
import { DEFAULT_SORT, type InventorySearch, type ItemTab } from './search.ts';

const route = getRouteApi('/signed-in/projects/$projectId/inventory');
/** Waits, so that moving through the table by keyboard does not load every item on the way. */
const SETTLE_MS = 150;

interface ListProps {
  projectId: number;
  /** What decides which rows there are, and their order. */
  filter: InventorySearch;
  columns: readonly string[];
  fields: Fields;
  /** The columns that somebody has chosen. */
  chosenColumns: readonly string[] | undefined;
  onColumns: (columns: string[] | undefined) => void;
}
type Fields = ReturnType<typeof shownFields>;

export function InventoryTab() {
  const projectId = useProjectId();
  const { item, tab, row, by, open, group, columns, view, ...filter } = route.useSearch();
  const definitions = useQuery(customFieldsQuery);
  const navigate = route.useNavigate();
  const [kept, keep] = useLocalStorage<string[] | undefined>({ key: 'assay-shown-columns-inventory' });
  const chosenColumns = columns ?? kept;
  const fields = useMemo(() => shownFields(definitions.data ?? [], 'INVENTORY'), [definitions.data]);
  const list: ListProps = {
    projectId,
    filter,
    columns: shownColumns(chosenColumns, item !== undefined),
    fields,
    chosenColumns,
    onColumns(wanted) {
      keep(wanted);
      void navigate({ search: (old) => ({ ...old, columns: wanted }), replace: true });
    },
  };
  return by === undefined ? <PlainInventory {...list} /> : <GroupedInventory {...list} by={by} open={open ?? []} />;
}

function PlainInventory(list: ListProps) {
  return <Inventory {...list} items={usePlainRows(list.projectId, list.filter, list.columns)} />;
}

function GroupedInventory({ by, open, ...list }: ListProps & Pick<Required<InventorySearch>, 'by' | 'open'>) {
  const { projectId, filter, columns } = list;
  return <Inventory {...list} items={useGroupedRows({ projectId, filter, by, columns, open })} />;
}

function Inventory({
  projectId,
  filter,
  items,
  columns,
  fields,
  chosenColumns,
  onColumns,
}: ListProps & { items: ItemRows }) {
  const search = route.useSearch();
  const { item, tab, row, group } = search;
  const navigate = route.useNavigate();
  const open = (what: InventorySearch) => navigate({ search: (old) => ({ ...old, ...what }) });
  const set = (what: InventorySearch) =>
    navigate({ search: (old) => ({ ...old, ...what, row: undefined }), replace: true });
  const table = useRef<TableHandle<ListRow>>(null);
  const { sort: _, ...filterOnly } = filter;
  const marked = useMarkedRows({
    key: JSON.stringify(filterOnly),
    total: items.items,
    idsBetween: items.idsBetween,
  });
  const groups = useMarkedGroups({ projectId, filter: filterOnly, marked });
  const decideAbout = (action: BulkAction, rows: Parameters<typeof openBulkDecision>[0]['rows']) =>
    openBulkDecision({ projectId, action, rows, onDone: marked.clear, onLeft: () => table.current?.focus() });
  const act = (action: BulkAction) =>
    decideAbout(
      action,
      marked.isAll ? { filter: itemFilterOf(filterOnly), exceptIds: marked.ids } : { ids: marked.ids },
    );
  const shown = useMemo(
    () => besideGroups([markedColumn<InventoryRow>(marked, ({ name }) => name), ...columnsOf(columns, fields)]),
    [marked, columns, fields],
  );
  // Links and copied addresses of an item do not say where in the list it lies.
  const isPlaceUnknown = item !== undefined && row === undefined && search.by === undefined;
  const place = useQuery({ ...positionQuery(projectId, filter, item), enabled: isPlaceUnknown });
  const review = useReview(items, table, {
    marked,
    onAct: act,
    onMarkGroup: groups.toggle,
    onActGroup: (action, one) =>
      void groups.idsOf(one).then(
        (ids) => decideAbout(action, { ids }),
        (error: unknown) => notifyRefused(`Nothing was decided about ${one.title}`, error),
      ),
    onReject: ({ inventoryId, name }, onDone) =>
      openBulkDecision({
        ...{ projectId, action: 'REJECT', rows: { ids: [inventoryId] }, name, onDone: () => undefined },
        onLeft: () => {
          table.current?.focus();
          onDone();
        },
      }),
  });
  const fold = ({ key }: { key: string }) => {
    const keys = search.open ?? [];
    const others = keys.filter((one) => one !== key);
    return navigate({
      search: (old) => ({ ...old, open: others.length < keys.length ? others : [...keys, key] }),
      replace: true,
    });
  };
  const [pausedAt] = useDebouncedValue(item, SETTLE_MS);
  // Keys that follow come before the pane, which is large.
  const settledItem = useDeferredValue(pausedAt);
  const [paneSize, setPaneSize] = useState<SplitterPaneSize>('450px');
  const isPaneOpen = item !== undefined && settledItem !== undefined;
  const stable = useStable({
    tab: (wanted: ItemTab | undefined) => void open({ tab: wanted }),
    decide: review.decide,
    fetchAll: items.fetchAll,
    newItem: (id: number) => void set({ item: id }),
    columns: onColumns,
    close: () => void open({ item: undefined, tab: undefined, row: undefined }),
  });
  const isFiltered = Object.values(filterOnly).some((value) => value !== undefined);
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
        <FilterBar filter={search} onChange={set}>
          <Buttons total={items.items} marked={marked} fetchAll={stable.fetchAll} />
          <ItemViews projectId={projectId} search={search} columns={chosenColumns} onChoose={open} />
          <ColumnChoice fields={fields} chosen={chosenColumns} onChange={stable.columns} />
          <LastButtons onNewItem={stable.newItem} />
        </FilterBar>
        <BulkBar
          projectId={projectId}
          noun="item"
          marked={marked}
          total={items.items ?? 0}
          actions={['APPROVE', 'REJECT', 'PUBLISH']}
          more={['TO_DRAFT', 'RECALL', 'CHANGE', 'ASSIGN']}
          onAct={act}
        />
        {items.hiddenGroups > 0 && (
          <p role="status" className={classes.hiddenGroups}>
            {countOf(items.hiddenGroups, 'smaller group')} not shown: narrow the list by a filter.
          </p>
        )}
        {items.error || items.total === undefined ? (
          <Waiting query={items} rows={12} title="The inventory could not be loaded" />
        ) : (
          <DataTable<ListRow>
            name="inventory"
            label="Inventory"
            columns={shown}
            count={items.total}
            rowAt={items.rowAt}
            idOf={(one) => one.id}
            onRange={items.onRange}
            sort={search.sort ?? DEFAULT_SORT}
            onSort={(sort) => set({ sort })}
            selectedId={item ?? (group === undefined ? undefined : groupId(group))}
            selectedAt={row === undefined ? place.data?.at : row - 1}
            onSelect={review.choose}
            onOpen={(one) => isGroup(one) && void fold(one)}
            bandOf={(one) =>
              isGroup(one) ? (
                <GroupBand
                  group={one}
                  isMarked={groups.isMarked(one)}
                  onMark={groups.toggle}
                  onFold={(it) => void fold(it)}
                />
              ) : undefined
            }
            hasTallRows
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
            onTab={stable.tab}
            onDecide={stable.decide}
            onClose={stable.close}
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

interface ButtonsProps {
  /** The items of the list. */
  total: number | undefined;
  marked: MarkedRows;
  fetchAll: ItemRows['fetchAll'];
}

const Buttons = memo(({ total, marked, fetchAll }: ButtonsProps) => (
  <>
    <span className={classes.total}>{total !== undefined && countOf(total, 'item')}</span>
    {total !== undefined && total > 0 && marked.count === 0 && (
      <Button size="compact-sm" variant="default" leftSection={<IconListCheck size={15} />} onClick={marked.markAll}>
        Mark all
      </Button>
    )}
    <ExportMenu rows={{ total, fetchAll }} name="inventory" />
  </>
));

const LastButtons = memo(({ onNewItem }: { onNewItem: (id: number) => void }) => {
  const may = useMay();
  const projectId = useProjectId();
  return (
    <>
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
          onClick={() => openNewItem(projectId, onNewItem)}
        >
          New item
        </Button>
      )}
    </>
  );
});
