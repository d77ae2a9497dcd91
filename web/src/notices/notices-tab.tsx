// The notices workbench: the statements and texts that the Notices report prints. The next report uses what users
// remove, merge and edit here.
import { Button, Checkbox, Select } from '@mantine/core';
import { IconArrowBackUp, IconCopyright, IconEdit, IconPlus, IconStrikethrough } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { statementStateValues } from '../api/described.ts';
import type { NoticeStatement } from '../api/models.ts';
import { ItemSelect } from '../choices/item-choice.tsx';
import { Label } from '../elements/badges.tsx';
import { notifyRefused } from '../elements/notify.ts';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { SearchInput } from '../elements/search-input.tsx';
import { itemQuery } from '../items/queries.ts';
import { useMay, useProjectId } from '../project/queries.ts';
import type { Column, TableHandle } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { NoticeTexts } from './notice-texts.tsx';
import { NoticesCheck } from './notices-check.tsx';
import classes from './notices-tab.module.css';
import { fetchStatements, noticesKey, useEditStatements } from './queries.ts';
import type { NoticesSearch } from './search.ts';
import { type Deed, openStatementDialog } from './statement-dialog.tsx';

const STATES = {
  found: { tone: 'good', text: 'Printed' },
  edited: { tone: 'notice', text: 'Edited' },
  removed: { tone: 'bad', text: 'Removed' },
  placeholder: { tone: 'wait', text: 'Placeholder' },
} as const;

const CHOICES = statementStateValues.map((value) => ({ value, label: STATES[value].text }));
const route = getRouteApi('/signed-in/projects/$projectId/notices');

export function NoticesTab() {
  const projectId = useProjectId();
  const mayEdit = useMay()('UPDATE_NOTICES');
  const search = route.useSearch();
  const named = useNamedItem(search.item);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const statements = usePagedRows([...noticesKey(projectId), 'statements', search], (page) =>
    fetchStatements(projectId, page, search),
  );
  const table = useRef<TableHandle<NoticeStatement>>(null);
  const [current, setCurrent] = useState<string>();
  const choosing = useMemo(() => (mayEdit ? { chosen, setChosen } : undefined), [mayEdit, chosen]);
  const columns = useMemo(() => columnsOf(projectId, choosing), [projectId, choosing]);
  /** Moves the focus to the table, because the buttons are disabled while nothing is selected. */
  const clear = () => {
    setChosen(new Set());
    table.current?.focus();
  };
  if (statements.error)
    return <Failed error={statements.error} onRetry={statements.refetch} title="The statements could not be loaded" />;
  if (statements.total === undefined) return <Collecting />;
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Filters projectId={projectId} named={named} onChange={() => setChosen(new Set())} />
        <span className={classes.count}>{countOf(statements.total, 'statement')}</span>
        {mayEdit && <EditButtons projectId={projectId} named={named} chosen={chosen} onDone={clear} />}
      </div>
      <ExportedTable
        rows={statements}
        name="notice-statements"
        label="Copyright statements"
        columns={columns}
        idOf={idOf}
        selectedId={current}
        onSelect={(row) => setCurrent(idOf(row))}
        onOpen={mayEdit ? (row) => setChosen(toggled(chosen, row)) : undefined}
        handle={table}
        empty={<NoStatements isFiltered={Object.values(search).some((value) => value !== undefined)} />}
      />
      {named === undefined && <NoticesCheck projectId={projectId} />}
      <NoticeTexts projectId={projectId} mayEdit={mayEdit} item={named} />
    </div>
  );
}

interface NamedItem {
  id: number;
  name: string;
}

/** The item to which the address limits the page. */
function useNamedItem(id: number | undefined): NamedItem | undefined {
  const { data: item } = useQuery({ ...itemQuery(id ?? 0), enabled: id !== undefined });
  return id === undefined ? undefined : { id, name: item?.name ?? `Item ${id}` };
}

function Collecting() {
  return (
    <>
      <p className={classes.wait}>
        Collecting the statements of all published items. In a large project this takes some seconds after each change.
      </p>
      <LoadingRows rows={12} />
    </>
  );
}

function NoStatements({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty icon={<IconCopyright />} title="No statements">
      {isFiltered
        ? 'No statement matches the search and the filters above.'
        : 'Notices list the copyright statements of published items. No item is published yet, or none has a statement.'}
    </Empty>
  );
}

interface OfItem {
  projectId: number;
  named: NamedItem | undefined;
}

function Filters({ projectId, named, onChange }: OfItem & { onChange: () => void }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: NoticesSearch) => {
    onChange();
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  };
  return (
    <>
      <SearchInput
        label="Find statements"
        placeholder="Find statements"
        find={search.find ?? ''}
        onFind={(find) => set({ find: find || undefined })}
        w={220}
      />
      <Select
        aria-label="State"
        placeholder="All"
        data={CHOICES}
        value={search.state ?? null}
        onChange={(value) => set({ state: statementStateValues.find((state) => state === value) })}
        clearable
        w={150}
      />
      <ItemSelect
        projectId={projectId}
        value={named}
        onChange={({ id }) => set({ item: id })}
        onClear={() => set({ item: undefined })}
      />
    </>
  );
}

/** What can be done with the chosen statements. */
function EditButtons({
  projectId,
  named,
  chosen,
  onDone,
}: OfItem & { chosen: ReadonlySet<string>; onDone: () => void }) {
  const restore = useEditStatements(projectId);
  const open = (deed: Deed) =>
    openStatementDialog({ projectId, deed, item: named, onDone, statements: deed === 'add' ? [] : [...chosen] });
  // An edit for this item alone hides an edit for the whole project.
  const scope = named ? { inventoryId: named.id } : {};
  const takeBack = () =>
    restore.mutate(
      [...chosen].map((statement) => ({ statement, action: 'restore', ...scope })),
      { onSuccess: onDone, onError: (error) => notifyRefused('The statements were not restored', error) },
    );
  const shape = { size: 'xs', variant: 'default', disabled: chosen.size === 0 } as const;
  return (
    <>
      <Button {...shape} leftSection={<IconStrikethrough size={15} />} onClick={() => open('strike')}>
        Remove{' '}
      </Button>
      <Button {...shape} leftSection={<IconEdit size={15} />} onClick={() => open('replace')}>
        {chosen.size > 1 ? `Merge ${chosen.size}` : 'Edit'}
      </Button>
      <Button {...shape} loading={restore.isPending} leftSection={<IconArrowBackUp size={15} />} onClick={takeBack}>
        Restore
      </Button>
      <Button {...shape} disabled={false} leftSection={<IconPlus size={15} />} onClick={() => open('add')}>
        Add
      </Button>
    </>
  );
}

const idOf = ({ state, statement, printed, by, on }: NoticeStatement) =>
  JSON.stringify([state, statement, printed, by, on]);

interface Choosing {
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

const statementIn = ({ statement, printed }: NoticeStatement) => statement || printed;

function toggled(chosen: ReadonlySet<string>, row: NoticeStatement): ReadonlySet<string> {
  const next = new Set(chosen);
  if (row.state !== 'placeholder' && !next.delete(statementIn(row))) next.add(statementIn(row));
  return next;
}

/** Placeholders state no owner and are never printed, so nobody can edit them. */
function ChooseBox({ row, chosen, setChosen }: Choosing & { row: NoticeStatement }) {
  const statement = statementIn(row);
  return (
    <Checkbox
      size="xs"
      aria-label={`Choose ${statement}`}
      disabled={row.state === 'placeholder'}
      checked={chosen.has(statement)}
      onChange={() => setChosen(toggled(chosen, row))}
    />
  );
}

function columnsOf(projectId: number, choosing: Choosing | undefined): Column<NoticeStatement>[] {
  const box: Column<NoticeStatement>[] = choosing
    ? [{ id: 'chosen', header: '', size: 40, cell: (row) => <ChooseBox row={row} {...choosing} /> }]
    : [];
  return [
    ...box,
    {
      id: 'state',
      header: 'State',
      size: 130,
      cell: ({ state }) => <Label tone={STATES[state].tone}>{STATES[state].text}</Label>,
    },
    {
      id: 'statement',
      header: 'As found',
      size: 300,
      isGrowing: true,
      cell: ({ statement, state }) => (
        <span title={statement} className={state === 'found' ? undefined : classes.struck}>
          {statement}
        </span>
      ),
    },
    {
      id: 'printed',
      header: 'Printed',
      size: 260,
      cell: ({ printed, state }) => <span title={printed}>{state === 'found' ? '' : printed}</span>,
    },
    { id: 'items', header: 'Items', size: 70, align: 'right', cell: ({ items }) => <span>{items}</span> },
    {
      id: 'example',
      header: 'Example item',
      size: 200,
      cell: ({ examples: [first] }) =>
        first ? (
          <Link
            to="/projects/$projectId/notices"
            params={{ projectId }}
            search={{ item: first.id }}
            title={`The notices of ${first.name}`}
          >
            {first.name}
          </Link>
        ) : (
          <span>The whole product</span>
        ),
    },
    {
      id: 'by',
      header: 'Edited by',
      size: 190,
      cell: ({ by, on, reason }) => by !== '' && <span title={reason}>{`${by}, ${momentText(on)}`}</span>,
    },
  ];
}
