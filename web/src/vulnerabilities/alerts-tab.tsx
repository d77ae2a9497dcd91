// Alerts of a project: vulnerabilities that became known after their item was in the inventory, and malicious files of
// the code base. Users close alerts that they have handled.
import { Select } from '@mantine/core';
import { IconBell, IconBellOff, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Alert, AlertChange } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { tellRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import { useMay, useProjectId } from '../project/queries.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { Freshness, SeverityBadge } from './labels.tsx';
import { advisoryStatusQuery, fetchAlerts, useChangeAlert, VULNERABILITIES_KEY } from './queries.ts';
import { ALERT_STATES } from './search.ts';
import classes from './vulnerabilities.module.css';
import { VulnerabilityParts } from './vulnerability-parts.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/alerts');
const STATES = [
  { value: 'OPEN', label: 'Open' },
  { value: 'CLOSED', label: 'Closed' },
  { value: 'ANY', label: 'Open and closed' },
];
const PRIORITIES = [
  { value: 'HIGH', label: 'High' },
  { value: 'MEDIUM', label: 'Medium' },
  { value: 'LOW', label: 'Low' },
];

export function AlertsTab() {
  const projectId = useProjectId();
  const { state = 'OPEN' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay()('ANALYZE_VULNERABILITIES');
  const status = useQuery(advisoryStatusQuery);
  const alerts = usePagedRows([...VULNERABILITIES_KEY, 'alerts', projectId, state], (page) =>
    fetchAlerts(projectId, { state }, page),
  );
  const { mutate } = useChangeAlert();
  const columns = useMemo(
    () =>
      columnsOf(
        projectId,
        mayChange
          ? (alertId, change) =>
              mutate({ alertId, ...change }, { onError: (error) => tellRefused('The alert was not changed', error) })
          : undefined,
      ),
    [projectId, mayChange, mutate],
  );
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <VulnerabilityParts current="Alerts" />
        {status.data && <Freshness of={status.data} />}
        <div className={classes.filters}>
          <Select
            aria-label="Status of the alerts"
            data={STATES}
            value={state}
            allowDeselect={false}
            onChange={(value) =>
              navigate({ search: { state: ALERT_STATES.find((one) => one === value) }, replace: true })
            }
            w={170}
          />
          <span className="number">{alerts.total !== undefined && countOf(alerts.total, 'alert')}</span>
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
            <Empty icon={<IconBell />} title={state === 'OPEN' ? 'No open alert' : 'No alert'}>
              An alert opens if a new advisory affects an item that is already in the inventory, or if it lists a file
              of the code base as malicious. Vulnerabilities that a scan finds in new items open no alert; see All
              vulnerabilities.
            </Empty>
          }
        />
      )}
    </div>
  );
}

type Change = (alertId: number, change: AlertChange) => void;

function columnsOf(projectId: number, change: Change | undefined): Column<Alert>[] {
  return [
    {
      id: 'vulnerability',
      header: 'Vulnerability',
      size: 190,
      cell: ({ vulnerabilityName: name }) => (
        <Link to="/vulnerabilities/$name" params={{ name }}>
          {name}
        </Link>
      ),
    },
    { id: 'severity', header: 'Severity', size: 100, cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    {
      id: 'item',
      header: 'Item or file',
      size: 220,
      isGrowing: true,
      cell: ({ inventoryId: item, inventoryName, filePath, fileCount }) =>
        item === null ? (
          <span title={filePath}>
            <Label tone="bad">Malicious</Label> <span className="mono">{filePath}</span>
            {fileCount > 1 && ` and ${countOf(fileCount - 1, 'more file')}`}
          </span>
        ) : (
          <Link
            to="/projects/$projectId/inventory"
            params={{ projectId }}
            search={{ item, tab: 'vulnerabilities' }}
            title={inventoryName}
          >
            {inventoryName}
          </Link>
        ),
    },
    {
      id: 'priority',
      header: 'Priority',
      size: 120,
      cell: ({ id, priority, vulnerabilityName }) =>
        change ? (
          <Select
            size="xs"
            aria-label={`Priority of the alert of ${vulnerabilityName}`}
            data={PRIORITIES}
            value={priority}
            allowDeselect={false}
            onChange={(value) => value !== priority && change(id, { priority: value as Alert['priority'] })}
          />
        ) : (
          <span>{PRIORITIES.find(({ value }) => value === priority)?.label}</span>
        ),
    },
    { id: 'created', header: 'Opened', size: 175, cell: ({ createdOn }) => <span>{momentText(createdOn)}</span> },
    {
      id: 'state',
      header: 'Status',
      size: 100,
      cell: ({ isOpen }) => <Label tone={isOpen ? 'notice' : 'good'}>{isOpen ? 'Open' : 'Closed'}</Label>,
    },
    {
      id: 'closed',
      header: 'Closed by',
      size: 220,
      cell: ({ closedBy, closedOn, endedOn }) =>
        closedOn === null
          ? ''
          : `${closedBy}, ${momentText(closedOn)}${endedOn === null ? '' : ': the file no longer exists'}`,
    },
    ...(change ? [actionColumn(change)] : []),
  ];
}

function actionColumn(change: Change): Column<Alert> {
  return {
    id: 'actions',
    header: '',
    size: 50,
    cell: ({ id, isOpen, vulnerabilityName, inventoryName, filePath }) => (
      <RowAction
        label={isOpen ? 'Close' : 'Reopen'}
        name={`${isOpen ? 'Close' : 'Reopen'} the alert of ${vulnerabilityName} in ${inventoryName || filePath}`}
        onClick={() => change(id, { isOpen: !isOpen })}
      >
        {isOpen ? <IconCheck size={16} /> : <IconBellOff size={16} />}
      </RowAction>
    ),
  };
}
