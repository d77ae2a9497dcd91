// A table of the issues that a job has logged.
import { IconCircleCheck } from '@tabler/icons-react';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { fetchJobLog, isOpen, type JobStatus } from './queries.ts';

const REFRESH_MS = 5000;
const NO_ISSUES: Record<string, string> = {
  Completed: 'The job finished without issues.',
  Failed: 'The job logged no issues before it failed.',
  Canceled: 'The job logged no issues before it was canceled.',
  Terminated: 'The job logged no issues before it was stopped.',
};

interface LogLine {
  id: number;
  code: string;
  path: string;
  message: string;
}

const columns: Column<LogLine>[] = [
  { id: 'code', header: 'Type', size: 150, cell: ({ code }) => <span>{code}</span> },
  {
    id: 'path',
    header: 'Path',
    size: 260,
    // Lines that a script printed are about no path.
    cell: ({ path, code }) => (
      <span className="mono" title={path}>
        {path || (code.startsWith('script-') ? '' : 'whole input')}
      </span>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    size: 300,
    isGrowing: true,
    cell: ({ message }) => <span title={message}>{message}</span>,
  },
];

export function JobLog({ jobId, status }: { jobId: number; status: JobStatus }) {
  const refetchMs = isOpen(status) ? REFRESH_MS : undefined;
  const log = usePagedRows(['jobs', jobId, 'log', isOpen(status)], (page) => fetchJobLog(jobId, page), refetchMs);
  if (log.error || log.total === undefined) return <Waiting query={log} rows={4} title="The log could not be loaded" />;
  return (
    <DataTable
      name="job-log"
      label={`Issues of job ${jobId}`}
      columns={columns}
      count={log.total}
      rowAt={log.rowAt}
      idOf={(line) => line.id}
      onRange={log.onRange}
      empty={
        <Empty icon={<IconCircleCheck />} title="No issues">
          {NO_ISSUES[status] ?? 'No issues so far.'}
        </Empty>
      }
    />
  );
}
