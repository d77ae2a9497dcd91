// Alerts of a project: vulnerabilities that became known after their item was in the inventory, and malicious files of
// the code base. Users close alerts that they have handled.
import { Select } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CoverageChoice, OF_ITEMS } from '../elements/coverage-choice.tsx';
import { notifyRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { useProjectId } from '../project/queries.ts';
import { DataTable } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { alertColumns } from './alert-columns.tsx';
import { Freshness } from './labels.tsx';
import { fetchAlerts, projectAgeQuery, useChangeAlert, VULNERABILITIES_KEY } from './queries.ts';
import { ALERT_STATES } from './search.ts';
import classes from './vulnerabilities.module.css';
import { VulnerabilityParts } from './vulnerability-parts.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/alerts');
export const STATES = [
  { value: 'OPEN', label: 'Open' },
  { value: 'CLOSED', label: 'Closed' },
  { value: 'ANY', label: 'Open and closed' },
];

export function AlertsTab() {
  const projectId = useProjectId();
  const { state = 'OPEN', coverage } = route.useSearch();
  const navigate = route.useNavigate();
  const age = useQuery(projectAgeQuery(projectId));
  const alerts = usePagedRows([...VULNERABILITIES_KEY, 'alerts', projectId, state, coverage], (page) =>
    fetchAlerts(projectId, { state, coverage }, page),
  );
  const { mutate } = useChangeAlert();
  const columns = useMemo(
    () =>
      alertColumns(
        (alertId, change) =>
          mutate({ alertId, ...change }, { onError: (error) => notifyRefused('The alert was not changed', error) }),
        { areOpen: state === 'OPEN' },
      ),
    [mutate, state],
  );
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <VulnerabilityParts current="Alerts" />
        {age.data && <Freshness of={age.data} />}
        <div className={classes.filters}>
          <Select
            aria-label="Status of the alerts"
            data={STATES}
            value={state}
            allowDeselect={false}
            onChange={(value) =>
              navigate({ search: { coverage, state: ALERT_STATES.find((one) => one === value) }, replace: true })
            }
            w={170}
          />
          <CoverageChoice
            value={coverage}
            onChange={(chosen) => navigate({ search: (old) => ({ ...old, coverage: chosen }), replace: true })}
            words={OF_ITEMS}
            size="sm"
            width={190}
          />
          <span className="number">{alerts.total !== undefined && countOf(alerts.total, 'alert')}</span>
          <ExportMenu rows={alerts} name="alerts" />
        </div>
      </div>
      {alerts.error || alerts.total === undefined ? (
        <Waiting query={alerts} rows={12} title="The alerts could not be loaded" />
      ) : (
        <DataTable
          name="alerts"
          label="Alerts of new vulnerabilities"
          columns={columns}
          count={alerts.total}
          rowAt={alerts.rowAt}
          idOf={({ id }) => id}
          onRange={alerts.onRange}
          empty={
            <Empty
              icon={<IconBell />}
              title={coverage ? 'No such alert' : state === 'OPEN' ? 'No open alert' : 'No alert'}
            >
              An alert opens if a new advisory affects an item that is already in the inventory, or if it lists a file
              of the code base as malicious. Vulnerabilities that a scan finds in new items open no alert, but malicious
              files of a scan do; see All vulnerabilities.
            </Empty>
          }
        />
      )}
    </div>
  );
}
