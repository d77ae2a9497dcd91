// Administration: who did what, and from which address. The filters are in the address of the page. A selected entry
// shows all its details.

import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconDownload, IconListSearch, IconShieldCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { AuditEntry } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { PAGE_ROWS, usePagedRows } from '../../table/paged-rows.ts';
import logClasses from './audit-log-panel.module.css';
import { auditKey, exportAddress, fetchEntries, useVerifyAuditLog } from './queries.ts';
import type { AuditFilter } from './search.ts';

const route = getRouteApi('/signed-in/administration/audit-log');

const columns: Column<AuditEntry>[] = [
  { id: 'time', header: 'Time', size: 160, cell: ({ time }) => momentText(time) },
  { id: 'who', header: 'User', size: 130, cell: (entry) => whoOf(entry) },
  { id: 'operation', header: 'Operation', size: 180, cell: ({ operation }) => operation },
  { id: 'status', header: 'Outcome', size: 120, cell: ({ status }) => <Outcome status={status} /> },
  { id: 'project', header: 'Project', size: 80, align: 'right', cell: ({ projectId }) => projectId ?? '' },
  { id: 'address', header: 'IP address', size: 130, cell: ({ address }) => <span className="mono">{address}</span> },
  { id: 'what', header: 'Request or job', size: 220, isGrowing: true, cell: (entry) => <What entry={entry} /> },
];

export function AuditLogPanel() {
  const { entry: chosenId, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const entries = usePagedRows<AuditEntry>(auditKey(filter), (page) => fetchEntries(filter, page));
  const [clicked, click] = useState<AuditEntry>();
  const [checked, setChecked] = useState<ReactNode>();
  // If the address names an entry, it is shown only if it is among the newest.
  const newest = Array.from({ length: Math.min(entries.total ?? 0, PAGE_ROWS) }, (_, index) => entries.rowAt(index));
  const chosen = [clicked, ...newest].find((entry) => entry !== undefined && entry.id === chosenId);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const setFilter = (change: Partial<AuditFilter>) =>
    navigate({ search: (old) => ({ ...old, ...change, entry: undefined }), replace: true });
  const open = (entry: AuditEntry | undefined) => {
    click(entry);
    navigate({ search: (old) => ({ ...old, entry: entry?.id }), replace: true });
  };
  return (
    <div className={logClasses.page}>
      <PageHead title="Audit log">
        <Verify onDone={setChecked} />
        <ExportButton filter={filter} format="csv" />
        <ExportButton filter={filter} format="jsonl" />
      </PageHead>
      {checked && (
        <output className={logClasses.checked}>
          <span>{checked}</span>
          <CloseButton aria-label="Close the result of the verification" onClick={() => setChecked(undefined)} />
        </output>
      )}
      <Filters filter={filter} onChange={setFilter} />
      {entries.error || entries.total === undefined ? (
        <Waiting query={entries} title="The audit log could not be loaded" />
      ) : (
        <DataTable
          name="audit-log"
          label="Audit log"
          columns={columns}
          count={entries.total}
          rowAt={entries.rowAt}
          idOf={(entry) => entry.id}
          onRange={entries.onRange}
          selectedId={chosenId}
          onSelect={open}
          empty={
            <Empty icon={<IconListSearch />} title={isFiltered ? 'No entry found' : 'No entries yet'}>
              {isFiltered
                ? 'User and operation must match completely; upper and lower case do not matter.'
                : 'Changes, sign-ins and downloads are listed here.'}
            </Empty>
          }
        />
      )}
      {chosen && <Details entry={chosen} onClose={() => open(undefined)} />}
    </div>
  );
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (change: Partial<AuditFilter>) => void }) {
  return (
    <search className={logClasses.filters} aria-label="Filter the audit log">
      <Field label="From" type="date" value={filter.from} onSettle={(from) => onChange({ from })} width={140} />
      <Field label="To" type="date" value={filter.to} onSettle={(to) => onChange({ to })} width={140} />
      <Field label="User" value={filter.user} onSettle={(user) => onChange({ user })} width={140} isPageSearch />
      <Field label="Operation" value={filter.operation} onSettle={(operation) => onChange({ operation })} width={170} />
      <Field
        label="Project id"
        type="number"
        value={filter.project === undefined ? undefined : String(filter.project)}
        onSettle={(text) => onChange({ project: text === undefined ? undefined : Number(text) })}
        width={100}
      />
      <Field label="Outcome" value={filter.status} onSettle={(status) => onChange({ status })} width={110} />
    </search>
  );
}

interface FieldProps {
  label: string;
  type?: 'text' | 'date' | 'number';
  value: string | undefined;
  onSettle: (value: string | undefined) => void;
  width: number;
  isPageSearch?: boolean;
}

/**
 * The server matches the whole word. So the query runs when the user leaves the field or presses Enter, and not at
 * every letter.
 */
function Field({ label, type = 'text', value, onSettle, width, isPageSearch = false }: FieldProps) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const settle = (next: string) => {
    const wanted = next.trim() || undefined;
    if (wanted !== value) onSettle(wanted);
  };
  return (
    <TextInput
      label={label}
      type={type}
      size="xs"
      w={width}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        if (type === 'date') settle(currentTarget.value);
      }}
      onBlur={() => settle(text)}
      onKeyDown={({ key }) => key === 'Enter' && settle(text)}
      {...(isPageSearch ? { 'data-page-search': true } : {})}
    />
  );
}

function ExportButton({ filter, format }: { filter: AuditFilter; format: 'csv' | 'jsonl' }) {
  return (
    <Button
      component="a"
      href={exportAddress(filter, format)}
      download
      variant="default"
      leftSection={<IconDownload size={15} />}
    >
      {format === 'csv' ? 'CSV' : 'JSON lines'}
    </Button>
  );
}

/** The result stays on the page, so that the administrator can copy the head. */
function Verify({ onDone }: { onDone: (result: ReactNode) => void }) {
  const verify = useVerifyAuditLog();
  const act = () =>
    verify.mutate(undefined, {
      onSuccess: ({ isWhole, lines, problems, head }) =>
        onDone(
          isWhole ? (
            <>
              The log is complete and unchanged: {countOf(lines, 'line')}. Keep its head elsewhere to prove later that
              nothing was removed: <span className="mono">{head}</span>
            </>
          ) : (
            <span className={classes.warning}>
              The log was changed. {problems.map(({ id, problem }) => `Line ${id}: ${problem}`).join(' ')}
            </span>
          ),
        ),
      onError: (error) => notifyRefused('The audit log could not be verified', error),
    });
  return (
    <Button variant="default" leftSection={<IconShieldCheck size={15} />} onClick={act} loading={verify.isPending}>
      Check
    </Button>
  );
}

function whoOf({ login, via }: AuditEntry): string {
  return login || (via === 'command line' ? 'Command line' : 'System');
}

function Outcome({ status }: { status: string | null }) {
  if (status === null) return <Label tone="notice">Unknown</Label>;
  const isGood = /^[23]\d\d$/.test(status) || status === 'Completed';
  const isBad = /^5\d\d$/.test(status) || status === 'Failed';
  return <Label tone={isGood ? 'good' : isBad ? 'bad' : 'wait'}>{status}</Label>;
}

function What({ entry }: { entry: AuditEntry }) {
  const text = entry.path ? `${entry.method} ${entry.path}` : `Job ${entry.jobId ?? ''}`;
  return (
    <span className="ellipsis mono" title={text}>
      {text}
    </span>
  );
}

function Details({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { fields, before, after, ...others } = entry.details as Record<string, unknown>;
  const rows: [label: string, value: ReactNode][] = [
    ['User', `${whoOf(entry)}${entry.userId === null ? '' : ` (user ${entry.userId})`}`],
    ['Via', entry.tokenId === null ? entry.via : `${entry.via} ${entry.tokenId}`],
    ['IP address', [entry.address, entry.forwardedFor && `for ${entry.forwardedFor}`].filter(Boolean).join(', ')],
    ['User agent', entry.userAgent],
    ['Request id', entry.requestId],
    ['Objects', textOf(entry.ids)],
    ['Fields sent', Array.isArray(fields) ? fields.join(', ') : ''],
    ['Before', textOf(before)],
    ['After', textOf(after)],
    ['Other details', textOf(others)],
  ];
  return (
    <section className={logClasses.details} aria-label={`Entry ${entry.id}`}>
      <header className={logClasses.head}>
        <h2>
          {entry.operation} <span className={logClasses.when}>{entry.time}</span>
        </h2>
        <Outcome status={entry.status} />
        <CloseButton aria-label="Close the details of the entry" onClick={onClose} />
      </header>
      <dl className={logClasses.facts}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** Names and values in one line. Lists are separated by commas. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${textOf(inner)}`)
    .join('; ');
}
