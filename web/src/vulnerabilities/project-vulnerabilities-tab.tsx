// The vulnerabilities of a project's inventory, the most severe first, with the age of the advisory data; or the
// upgrades that fix them.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMayIn, useProjectId } from '../project/queries.ts';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { EndsOfLife } from './ends-of-life.tsx';
import { Freshness } from './labels.tsx';
import { MaliciousFiles } from './malicious-files.tsx';
import { MarkButtons, MarkedBar, useMarkedVulnerabilities } from './marked-vulnerabilities.tsx';
import { ProjectRemedies } from './project-remedies.tsx';
import { fetchProjectVulnerabilities, projectAgeQuery, VULNERABILITIES_KEY } from './queries.ts';
import { openVexImport } from './vex-import.tsx';
import classes from './vulnerabilities.module.css';
import { partOf, VulnerabilityParts } from './vulnerability-parts.tsx';
import { VulnerabilityFilters, VulnerabilityTable } from './vulnerability-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/vulnerabilities');

export function ProjectVulnerabilitiesTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayDecide = useMayIn(projectId)('ANALYZE_VULNERABILITIES');
  const age = useQuery(projectAgeQuery(projectId));
  const fetchPage = (page: number) => fetchProjectVulnerabilities(projectId, search, page);
  const list = usePagedRows([...VULNERABILITIES_KEY, 'project', projectId, search], fetchPage);
  const marks = useMarkedVulnerabilities({ projectId, search, list, fetchPage, mayDecide });
  const { show } = search;
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <VulnerabilityParts current={partOf(show)} />
        <MaliciousFiles projectId={projectId} />
        {age.data && <Freshness of={age.data} />}
        {show === undefined && (
          <Group gap="md">
            <VulnerabilityFilters
              search={search}
              total={list.total}
              onSearch={(change) => navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
            />
            <MarkButtons of={marks} />
            <ExportMenu rows={list} name="vulnerabilities" />
            {mayDecide && (
              <Button size="compact-sm" variant="default" onClick={() => openVexImport(projectId)}>
                Import VEX…
              </Button>
            )}
          </Group>
        )}
        {show === undefined && <MarkedBar of={marks} />}
      </div>
      {show === undefined && <VulnerabilityTable list={list} search={search} marks={marks} age={age.data} />}
      {show === 'remedies' && <ProjectRemedies projectId={projectId} />}
      {show === 'ends' && <EndsOfLife projectId={projectId} />}
    </div>
  );
}
