// The vulnerabilities of a project's inventory, the most severe first, with the age of the advisory data; or the
// upgrades that fix them.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useMayIn, useProjectId } from '../project/queries.ts';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { openAnalysisOfMany } from './analysis-of-many.tsx';
import { EndsOfLife } from './ends-of-life.tsx';
import { Freshness } from './labels.tsx';
import { MaliciousFiles } from './malicious-files.tsx';
import { ProjectRemedies } from './project-remedies.tsx';
import { fetchProjectVulnerabilities, projectAgeQuery, VULNERABILITIES_KEY } from './queries.ts';
import { openVexImport } from './vex-import.tsx';
import classes from './vulnerabilities.module.css';
import { partOf, VulnerabilityParts } from './vulnerability-parts.tsx';
import {
  type DecidableMarks,
  DecideButton,
  useDecidableMarks,
  VulnerabilityFilters,
  VulnerabilityTable,
} from './vulnerability-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/vulnerabilities');

export function ProjectVulnerabilitiesTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const marks = useDecidableMarksIn(projectId);
  const age = useQuery(projectAgeQuery(projectId));
  const list = usePagedRows([...VULNERABILITIES_KEY, 'project', projectId, search], (page) =>
    fetchProjectVulnerabilities(projectId, search, page),
  );
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
            {marks && <DecideButton marks={marks} />}
            <ExportMenu rows={list} name="vulnerabilities" />
            {marks && (
              <Button size="compact-sm" variant="default" onClick={() => openVexImport(projectId)}>
                Import VEX…
              </Button>
            )}
          </Group>
        )}
      </div>
      {show === undefined && <VulnerabilityTable list={list} search={search} marks={marks} age={age.data} />}
      {show === 'remedies' && <ProjectRemedies projectId={projectId} />}
      {show === 'ends' && <EndsOfLife projectId={projectId} />}
    </div>
  );
}

/** Undefined if the user may not decide. */
function useDecidableMarksIn(projectId: number): DecidableMarks | undefined {
  const may = useMayIn(projectId)('ANALYZE_VULNERABILITIES');
  const marks = useDecidableMarks(
    useCallback((names, onDone) => openAnalysisOfMany(projectId, names, onDone), [projectId]),
  );
  return may ? marks : undefined;
}
