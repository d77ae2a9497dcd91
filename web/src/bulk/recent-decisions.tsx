// The last decisions about many rows of a project, or about vulnerabilities of all projects. They can be undone here after their message is gone.
import { Button, Group, ScrollArea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkEntry } from '../api/models.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import classes from './bulk.module.css';
import { undoAndTell } from './done.tsx';
import { type BulkScope, recentQuery } from './queries.ts';

export function openRecentDecisions(projectId: BulkScope): void {
  modals.open({
    modalId: 'recent-bulk-decisions',
    title: 'Recent bulk decisions',
    size: 620,
    children: <RecentDecisions projectId={projectId} />,
  });
}

export function RecentDecisions({ projectId }: { projectId: BulkScope }) {
  const recent = useQuery(recentQuery(projectId));
  if (!recent.isSuccess) return <Waiting query={recent} rows={4} />;
  if (recent.data.rows.length === 0)
    return (
      <Empty icon={<IconStack2 />} title="No bulk decision">
        {projectId === null
          ? 'Mark vulnerabilities, and decide about all of them at once.'
          : 'Mark items, files or vulnerabilities, and decide about all of them at once.'}
      </Empty>
    );
  const older = recent.data.total - recent.data.rows.length;
  return (
    <ScrollArea.Autosize mah={440}>
      <ul className={classes.recent}>
        {recent.data.rows.map((entry) => (
          <Entry key={entry.bulkDecisionId} projectId={projectId} entry={entry} />
        ))}
      </ul>
      {older > 0 && <p>{countOf(older, 'older decision')} of the last 30 days are not shown.</p>}
    </ScrollArea.Autosize>
  );
}

function Entry({ projectId, entry }: { projectId: BulkScope; entry: BulkEntry }) {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const undo = async () => {
    setPending(true);
    await undoAndTell(queryClient, projectId, entry.undoToken);
    setPending(false);
  };
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <p>{entry.summary}.</p>
          {entry.reason !== '' && <p>Reason: {entry.reason}</p>}
          <small>
            {entry.decidedBy} · {momentText(entry.decidedOn)}
            {undoneText(entry)}
          </small>
          {entry.kept.slice(0, 5).map(({ id, name, why }) => (
            <p key={id}>
              Left as it is: {name || `number ${id}`}, {why}
            </p>
          ))}
        </div>
        {entry.mayUndo && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending}
            aria-label={`Undo: ${entry.summary}`}
            onClick={() => void undo()}
          >
            Undo
          </Button>
        )}
      </Group>
    </li>
  );
}

function undoneText({ undoneBy, undoneOn, restored, changed, isDone, undoUntil, mayUndo }: BulkEntry): string {
  if (undoneBy !== '') return ` · undone by ${undoneBy} on ${momentText(undoneOn)}: ${restored} of ${changed} restored`;
  if (!isDone) return ' · not done yet';
  return mayUndo ? ` · can be undone until ${momentText(undoUntil)}` : '';
}
