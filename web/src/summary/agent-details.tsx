// What a code base of a build machine is, and what it brings into the inventory.
import { DataList } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, countText, momentText, sizeText } from '../elements/quantities.ts';
import { SEVERITY_WORDS } from '../elements/words.ts';
import { AgentFiles } from './agent-files.tsx';

const agentQuery = (projectId: number, alias: string) => ({
  queryKey: ['project', projectId, 'scanNodes', alias],
  queryFn: async () =>
    (await bodyOf(api.GET('/projects/{projectId}/scanNodes/{alias}', { params: { path: { projectId, alias } } }))).data,
});

export function openAgentDetails(projectId: number, alias: string): void {
  modals.open({ title: alias, size: 640, children: <AgentDetails projectId={projectId} alias={alias} /> });
}

export function AgentDetails({ projectId, alias }: { projectId: number; alias: string }) {
  const agent = useQuery(agentQuery(projectId, alias));
  if (!agent.data) return <Waiting query={agent} rows={8} title="The code base could not be loaded" />;
  const { host, root, totalFiles, sizeBytes, numberOfLines, analyzerVersion, lastScanCompletedOn } = agent.data;
  const { items, published, rejected, drafts, notCompared } = agent.data.inventory;
  const severities = Object.entries(agent.data.vulnerabilities).filter(([, count]) => count > 0);
  const facts: [string, string][] = [
    ['Build machine', host],
    ['Scanned', root],
    ['Last complete', lastScanCompletedOn === 'N/A' ? 'Not complete yet' : momentText(lastScanCompletedOn)],
    ['Files', `${countOf(totalFiles, 'file')}, ${sizeText(sizeBytes)}, ${countOf(numberOfLines, 'line')}`],
    ['Analyser version', analyzerVersion],
    [
      'Items with its files',
      items === 0
        ? 'None'
        : `${countText(items)}, of which ${countText(published)} published, ${countText(rejected)} rejected, ${countText(drafts)} undecided`,
    ],
    ['Not compared', notCompared === 0 ? 'None' : `${countOf(notCompared, 'component')} with no advisories`],
    [
      'Vulnerabilities',
      severities.length === 0
        ? notCompared > 0
          ? 'None known in those that were compared'
          : 'None known'
        : severities
            .map(
              ([severity, count]) => `${countText(count)} ${SEVERITY_WORDS[severity as keyof typeof SEVERITY_WORDS]}`,
            )
            .join(', '),
    ],
  ];
  return (
    <>
      <DataList gap={6} labelWidth="150px">
        {facts.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      <AgentFiles projectId={projectId} alias={alias} />
    </>
  );
}
