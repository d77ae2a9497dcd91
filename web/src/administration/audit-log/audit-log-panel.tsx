// Administration: who did what, and from which address. The filters are in the address of the page. A selected entry
// shows all its details.

import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { IconDownload, IconListSearch, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { AuditEntry } from '../../api/models.ts';
import { Label, type Tone } from '../../elements/badges.tsx';
import { notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { PAGE_ROWS, usePagedRows } from '../../table/paged-rows.ts';
import logClasses from './audit-log-panel.module.css';
import { actionsQuery, auditKey, exportAddress, fetchEntries, useVerifyAuditLog } from './queries.ts';
import { type AuditFilter, type AuditKind, KINDS } from './search.ts';
import { Sentence, SentenceParts } from './sentence.tsx';

const route = getRouteApi('/signed-in/administration/audit-log');

const columns: Column<AuditEntry>[] = [
  { id: 'time', header: 'Time', size: 185, cell: ({ time }) => momentText(time) },
  {
    id: 'what',
    header: 'What happened',
    size: 420,
    isGrowing: true,
    cell: (entry) => <Sentence of={entry.sentence} />,
  },
  { id: 'status', header: 'Outcome', size: 110, cell: ({ status }) => <Outcome status={status} /> },
  { id: 'address', header: 'IP address', size: 120, cell: ({ address }) => <span className="mono">{address}</span> },
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
                ? 'The login must match completely; upper and lower case do not matter.'
                : 'Changes, sign-ins and downloads are listed here.'}
            </Empty>
          }
        />
      )}
      {chosen && <Details entry={chosen} onClose={() => open(undefined)} />}
    </div>
  );
}

const KIND_WORDS: Record<AuditKind, string> = {
  project: 'Projects and folders',
  item: 'Inventory items',
  file: 'Code and repositories',
  vulnerability: 'Vulnerabilities',
  task: 'Tasks',
  report: 'Reports and SBOMs',
  policy: 'Policies, profiles and rules',
  component: 'Components',
  license: 'Licenses',
  advisory: 'Advisories',
  user: 'Users and rights',
  session: 'Sign-ins and tokens',
  integration: 'Other systems',
  installation: 'Installation',
};

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (change: Partial<AuditFilter>) => void }) {
  const { data: actions = [] } = useQuery(actionsQuery);
  const offered = actions.filter(({ kind, operation }) => filter.kind === undefined || kind === filter.kind || operation === filter.operation); // biome-ignore format: one list
  const groups = KINDS.map((kind) => ({
    group: KIND_WORDS[kind],
    items: offered
      .filter((one) => one.kind === kind)
      .map(({ operation, label }) => ({ value: operation, label: `${label} (${operation})` })),
  })).filter(({ items }) => items.length > 0);
  return (
    <search className={logClasses.filters} aria-label="Filter the audit log">
      <Field label="From" type="date" value={filter.from} onSettle={(from) => onChange({ from })} width={140} />
      <Field label="To" type="date" value={filter.to} onSettle={(to) => onChange({ to })} width={140} />
      <Field
        label="Person (login)"
        value={filter.user}
        onSettle={(user) => onChange({ user })}
        width={130}
        isPageSearch
      />
      <Select
        label="About"
        size="xs"
        w={180}
        clearable
        data={KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
        value={filter.kind ?? null}
        onChange={(kind) => onChange({ kind: (kind ?? undefined) as AuditKind | undefined, operation: undefined })}
      />
      <Select
        label="Action"
        size="xs"
        w={240}
        clearable
        searchable
        data={groups}
        value={filter.operation ?? null}
        onChange={(operation) => onChange({ operation: operation ?? undefined })}
        comboboxProps={{ width: 340, position: 'bottom-start' }}
        nothingFoundMessage="No such action"
      />
      <Field
        label="Project id"
        type="number"
        value={filter.project === undefined ? undefined : String(filter.project)}
        onSettle={(text) => onChange({ project: text === undefined ? undefined : Number(text) })}
        width={90}
      />
      <Field
        label="Outcome"
        placeholder="403, Failed, unknown"
        value={filter.status}
        onSettle={(status) => onChange({ status })}
        width={140}
      />
    </search>
  );
}

interface FieldProps {
  label: string;
  type?: 'text' | 'date' | 'number';
  value: string | undefined;
  onSettle: (value: string | undefined) => void;
  placeholder?: string;
  width: number;
  isPageSearch?: boolean;
}

/**
 * The server matches the whole word. So the query runs when the user leaves the field or presses Enter, and not at
 * every letter.
 */
function Field({ label, type = 'text', value, onSettle, placeholder, width, isPageSearch = false }: FieldProps) {
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
      placeholder={placeholder}
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

/** In words; the status itself is in the tooltip, and in the filter. */
function Outcome({ status }: { status: string | null }) {
  const [tone, words] = outcomeOf(status);
  return (
    <span title={status ?? 'The server was stopped, or is still at work'}>
      <Label tone={tone}>{words}</Label>
    </span>
  );
}

function outcomeOf(status: string | null): [tone: Tone, words: string] {
  if (status === null) return ['notice', 'Not recorded'];
  if (/^[23]\d\d$/.test(status) || status === 'Completed') return ['good', 'Done'];
  if (/^5\d\d$/.test(status) || status === 'Failed') return ['bad', 'Failed'];
  return ['wait', /^\d+$/.test(status) ? 'Refused' : status];
}

function Details({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const request = entry.path ? `${entry.method} ${entry.path}` : '';
  const rows: [label: string, value: ReactNode][] = [
    ['User', `${whoOf(entry)}${entry.userId === null ? '' : ` (user ${entry.userId})`}`],
    ['Via', entry.tokenId === null ? entry.via : `${entry.via} ${entry.tokenId}`],
    ['IP address', [entry.address, entry.forwardedFor && `for ${entry.forwardedFor}`].filter(Boolean).join(', ')],
    ['User agent', entry.userAgent],
    ['Request', request],
    ['Request id', entry.requestId],
    ['Job', entry.jobId === null ? '' : String(entry.jobId)],
  ];
  return (
    <section className={logClasses.details} aria-label={`Entry ${entry.id}`}>
      <header className={logClasses.head}>
        <h2>
          Entry {entry.id} <span className={logClasses.when}>{momentText(entry.time)}</span>
        </h2>
        <Outcome status={entry.status} />
        <CloseButton aria-label="Close the details of the entry" onClick={onClose} />
      </header>
      <p className={logClasses.sentence}>
        <SentenceParts of={entry.sentence} />
      </p>
      <Changes of={entry.changes} />
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
      <details>
        <summary>As it is recorded</summary>
        <pre className={logClasses.raw}>
          {JSON.stringify({ operation: entry.operation, ids: entry.ids, details: entry.details }, undefined, 2)}
        </pre>
      </details>
    </section>
  );
}

function Changes({ of }: { of: AuditEntry['changes'] }) {
  if (of.length === 0) return null;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Changed</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ field, before, after }) => (
          <tr key={field}>
            <td>{field}</td>
            <td>{before ?? 'not recorded'}</td>
            <td>{after ?? 'not recorded'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
