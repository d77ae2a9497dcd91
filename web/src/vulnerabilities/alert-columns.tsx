// Columns for lists of alerts, of one project or of all projects.
import { Select } from '@mantine/core';
import { IconBellOff, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Alert, AlertChange } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import { optionsOf, TASK_PRIORITY_WORDS } from '../elements/words.ts';
import type { Column } from '../table/data-table.tsx';
import { type Marks, markColumn } from '../table/marks.tsx';
import { SeverityBadge } from './labels.tsx';

export const PRIORITIES = optionsOf(TASK_PRIORITY_WORDS);

type ChangeOfAlert = (alertId: number, change: AlertChange) => void;

/** The id of an alert that the user may change. */
export const changeableAlert = ({ mayChange, id }: Alert) => (mayChange ? id : undefined);

const project: Column<Alert> = {
  id: 'project',
  header: 'Project',
  size: 170,
  cell: ({ projectId, projectName }) => (
    <Link to="/projects/$projectId/alerts" params={{ projectId }} title={projectName}>
      {projectName}
    </Link>
  ),
};

interface Shown {
  /** Only for lists of all projects. They also have a column with the project. */
  marks?: Marks<number>;
  /** The list has only open alerts, so that it needs no columns about closing. */
  areOpen: boolean;
}

export function alertColumns(change: ChangeOfAlert, { marks, areOpen }: Shown): Column<Alert>[] {
  return [
    ...(marks ? [markColumn(marks, { idOf: changeableAlert, nameOf: markedAlert })] : []),
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
    {
      id: 'severity',
      header: 'Severity',
      size: 150,
      cell: ({ severity, isExploited }) => (
        <>
          <SeverityBadge severity={severity} /> {isExploited && <Label tone="bad">Exploited</Label>}
        </>
      ),
    },
    ...(marks ? [project] : []),
    { id: 'item', header: 'Item or file', size: 220, isGrowing: true, cell: subjectOf },
    { id: 'priority', header: 'Priority', size: 120, cell: (alert) => priorityOf(alert, change) },
    { id: 'created', header: 'Opened', size: 175, cell: ({ createdOn }) => <span>{momentText(createdOn)}</span> },
    ...(areOpen ? [] : [state, closing]),
    { id: 'actions', header: '', size: 50, cell: (alert) => alert.mayChange && actionOf(alert, change) },
  ];
}

const state: Column<Alert> = {
  id: 'state',
  header: 'Status',
  size: 100,
  cell: ({ isOpen }) => <Label tone={isOpen ? 'notice' : 'good'}>{isOpen ? 'Open' : 'Closed'}</Label>,
};

const closing: Column<Alert> = {
  id: 'closed',
  header: 'Closed by',
  size: 220,
  cell: ({ closedBy, closedOn, endedOn }) =>
    closedOn === null
      ? ''
      : `${closedBy}, ${momentText(closedOn)}${endedOn === null ? '' : ': the file no longer exists'}`,
};

const whereOf = ({ inventoryName, filePath }: Pick<Alert, 'inventoryName' | 'filePath'>) => inventoryName || filePath;

const markedAlert = (alert: Alert) => `the alert of ${alert.vulnerabilityName} in ${whereOf(alert)}`;

function subjectOf({ projectId, inventoryId: item, inventoryName, filePath, fileCount }: Alert) {
  return item === null ? (
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
  );
}

function priorityOf({ id, priority, vulnerabilityName, mayChange }: Alert, change: ChangeOfAlert) {
  return mayChange ? (
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
  );
}

function actionOf(alert: Alert, change: ChangeOfAlert) {
  const { id, isOpen, vulnerabilityName } = alert;
  const verb = isOpen ? 'Close' : 'Reopen';
  return (
    <RowAction
      label={verb}
      name={`${verb} the alert of ${vulnerabilityName} in ${whereOf(alert)}`}
      onClick={() => change(id, { isOpen: !isOpen })}
    >
      {isOpen ? <IconCheck size={16} /> : <IconBellOff size={16} />}
    </RowAction>
  );
}
