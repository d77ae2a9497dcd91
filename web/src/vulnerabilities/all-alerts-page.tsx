// Alerts of all projects that the user may see, with filters. The user can change marked alerts together.
import { Button, Checkbox, Select } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { taskPriorityValues } from '../api/described.ts';
import type { Alert } from '../api/models.ts';
import { CoverageChoice, OF_ITEMS } from '../elements/coverage-choice.tsx';
import { notifyRefused } from '../elements/notify.ts';
import { PageHead } from '../elements/page-head.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { SearchInput } from '../elements/search-input.tsx';
import { optionsOf, SEVERITY_WORDS } from '../elements/words.ts';
import { DataTable, type TableHandle } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { type Marks, useMarks, useRowKeys } from '../table/marks.tsx';
import { type PagedRows, usePagedRows } from '../table/paged-rows.ts';
import { alertColumns, changeableAlert, PRIORITIES } from './alert-columns.tsx';
import { STATES } from './alerts-tab.tsx';
import { openChangeOfAlerts } from './change-of-alerts.tsx';
import { Freshness } from './labels.tsx';
import { advisoryStatusQuery, fetchAllAlerts, useChangeAlert, VULNERABILITIES_KEY } from './queries.ts';
import { ALERT_STATES, type AllAlertsSearch, SEVERITIES } from './search.ts';
import classes from './vulnerabilities.module.css';
import { PortfolioParts } from './vulnerability-parts.tsx';

const route = getRouteApi('/signed-in/vulnerabilities/alerts');

export function AllAlertsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const status = useQuery(advisoryStatusQuery);
  const alerts = usePagedRows([...VULNERABILITIES_KEY, 'all-alerts', search], (page) => fetchAllAlerts(search, page));
  const marked = useMarks<number>();
  const marks = { ...marked, onAct: (ids: number[]) => openChangeOfAlerts(ids, marked.clear) };
  const change = (wanted: Partial<AllAlertsSearch>) =>
    navigate({ search: (old) => ({ ...old, ...wanted }), replace: true });
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <PageHead title="Vulnerabilities" intro="Alerts of all projects that you may see, the newest first.">
          {status.data && <Freshness of={status.data} />}
          <ExportMenu rows={alerts} name="alerts" />
        </PageHead>
        <PortfolioParts />
        <div className={classes.filters}>
          <AlertFilters search={search} onSearch={change} />
          <span className="number">{alerts.total !== undefined && countOf(alerts.total, 'alert')}</span>
          <Button
            size="compact-sm"
            variant="default"
            disabled={marks.ids.size === 0}
            onClick={() => marks.onAct(marks.now())}
            title="Keys: n goes to the next row, x marks it, a changes the marked rows"
          >
            Change {marks.ids.size} marked…
          </Button>
        </div>
      </div>
      <AlertTable
        alerts={alerts}
        marks={marks}
        areOpen={(search.state ?? 'OPEN') === 'OPEN'}
        isFiltered={Object.values(search).some(Boolean)}
      />
    </div>
  );
}

interface FiltersProps {
  search: AllAlertsSearch;
  onSearch: (change: Partial<AllAlertsSearch>) => void;
}

function AlertFilters({ search, onSearch }: FiltersProps) {
  return (
    <>
      <SearchInput
        label="Find alerts"
        placeholder="Vulnerability, item, file or project ( / )"
        find={search.find ?? ''}
        onFind={(find) => onSearch({ find: find || undefined })}
        w={330}
      />
      <Select
        aria-label="Status of the alerts"
        data={STATES}
        value={search.state ?? 'OPEN'}
        allowDeselect={false}
        onChange={(value) => onSearch({ state: ALERT_STATES.find((one) => one === value && one !== 'OPEN') })}
        w={170}
      />
      <Select
        aria-label="Severity"
        placeholder="Any severity"
        clearable
        w={150}
        data={optionsOf(SEVERITY_WORDS)}
        value={search.severity ?? null}
        onChange={(value) => onSearch({ severity: SEVERITIES.find((one) => one === value) })}
      />
      <Select
        aria-label="Priority"
        placeholder="Any priority"
        clearable
        w={140}
        data={PRIORITIES}
        value={search.priority ?? null}
        onChange={(value) => onSearch({ priority: taskPriorityValues.find((one) => one === value) })}
      />
      <Checkbox
        label="Only exploited"
        checked={search.exploited ?? false}
        onChange={({ currentTarget: { checked } }) => onSearch({ exploited: checked || undefined })}
      />
      <CoverageChoice
        value={search.coverage}
        onChange={(coverage) => onSearch({ coverage })}
        words={OF_ITEMS}
        size="sm"
        width={190}
      />
    </>
  );
}

/** Marked alerts by id. People change them together. */
interface MarkedAlerts extends Marks<number> {
  onAct: (ids: number[]) => void;
}

interface AlertTableProps {
  alerts: PagedRows<Alert>;
  marks: MarkedAlerts;
  areOpen: boolean;
  isFiltered: boolean;
}

function AlertTable({ alerts, marks, areOpen, isFiltered }: AlertTableProps) {
  const [selected, select] = useState<number>();
  const table = useRef<TableHandle<Alert>>(null);
  const { mutate } = useChangeAlert();
  useRowKeys(table, changeableAlert, marks);
  const columns = useMemo(
    () =>
      alertColumns(
        (alertId, change) =>
          mutate({ alertId, ...change }, { onError: (error) => notifyRefused('The alert was not changed', error) }),
        { marks, areOpen },
      ),
    [mutate, marks, areOpen],
  );
  if (alerts.error || alerts.total === undefined)
    return <Waiting query={alerts} rows={12} title="The alerts could not be loaded" />;
  return (
    <DataTable
      name="all-alerts"
      label="Alerts of all projects"
      columns={columns}
      count={alerts.total}
      rowAt={alerts.rowAt}
      idOf={({ id }) => id}
      onRange={alerts.onRange}
      selectedId={selected}
      onSelect={({ id }) => select(id)}
      handle={table}
      empty={
        <Empty icon={<IconBell />} title={isFiltered ? 'No alert found' : 'No open alert'}>
          {isFiltered
            ? 'No alert matches the search and the filters above.'
            : 'An imported advisory opens an alert in two cases: it affects an item that is already in an inventory, or it names a file of a code base as malicious by its digest.'}
        </Empty>
      }
    />
  );
}
