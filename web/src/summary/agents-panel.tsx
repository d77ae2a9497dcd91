// The code bases that scan agents sent from build machines; hidden while there are none. They can be removed here.
import { Anchor } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { ConfirmDelete } from '../elements/form-parts.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import { useMayIn } from '../project/queries.ts';
import { openAgentDetails } from './agent-details.tsx';
import classes from './summary-tab.module.css';

const nodesQuery = (projectId: number) => ({
  queryKey: ['project', projectId, 'scanNodes'],
  queryFn: async () =>
    (await bodyOf(api.GET('/projects/{projectId}/scanNodes', { params: { path: { projectId } } }))).data,
});

interface Agent {
  alias: string;
  host: string;
  totalFiles: number;
  lastScanCompletedOn: string;
}

export function AgentsPanel({ projectId }: { projectId: number }) {
  const may = useMayIn(projectId);
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: ['project', projectId] });
  const nodes = useQuery(nodesQuery(projectId));
  const agents = nodes.data?.filter(({ remote }) => remote) ?? [];
  if (agents.length === 0) return null;
  return (
    <Panel title="Code on build machines">
      {agents.map((agent) => (
        <div key={agent.alias} className={classes.between}>
          <span>
            <Anchor component="button" type="button" onClick={() => openAgentDetails(projectId, agent.alias)}>
              {agent.alias}
            </Anchor>{' '}
            on {agent.host}
            <br />
            <span className={classes.soft}>{stateOf(agent)}</span>
          </span>
          {may('SCAN') && (
            <RowAction
              label="Remove"
              name={`Remove ${agent.alias}`}
              isDangerous
              onClick={() => openRemoval(projectId, agent, again)}
            >
              <IconTrash size={16} />
            </RowAction>
          )}
        </div>
      ))}
    </Panel>
  );
}

function stateOf({ totalFiles, lastScanCompletedOn }: Agent): string {
  if (lastScanCompletedOn === 'N/A') return totalFiles === 0 ? 'Not complete yet' : countOf(totalFiles, 'file');
  return `${countOf(totalFiles, 'file')}, scanned ${momentText(lastScanCompletedOn)}`;
}

function openRemoval(projectId: number, agent: Agent, onRemoved: () => void): void {
  const modalId = modals.open({
    title: `Remove ${agent.alias}`,
    children: (
      <Removal projectId={projectId} agent={agent} onRemoved={onRemoved} onClose={() => modals.close(modalId)} />
    ),
  });
}

interface RemovalProps {
  projectId: number;
  agent: Agent;
  onRemoved: () => void;
  onClose: () => void;
}

function Removal({ projectId, agent: { alias, host, totalFiles }, onRemoved, onClose }: RemovalProps) {
  const remove = useMutation({
    mutationFn: (_: undefined) =>
      bodyOf(api.DELETE('/projects/{projectId}/scanNodes/{alias}', { params: { path: { projectId, alias } } })),
    onSettled: onRemoved,
  });
  return (
    <ConfirmDelete
      text={`${countOf(totalFiles, 'file')} of ${alias} on ${host} will be removed. Items that nothing else proves are then gone; decisions about them stay. The next scan of the alias brings all of it again.`}
      action="Remove"
      done={`The removal of ${alias} was queued.`}
      remove={remove}
      onClose={onClose}
    />
  );
}
