// The vulnerabilities of a project's inventory, gravest first, with the age of the data that says so.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useProjectId } from '../project/queries.ts';
import { usePagedRows } from '../table/paged-rows.ts';
import { Freshness } from './labels.tsx';
import { advisoryStatusQuery, fetchProjectVulnerabilities, VULNERABILITIES_KEY } from './queries.ts';
import classes from './vulnerabilities.module.css';
import { VulnerabilityParts } from './vulnerability-parts.tsx';
import { VulnerabilityFilters, VulnerabilityTable } from './vulnerability-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/vulnerabilities');

export function ProjectVulnerabilitiesTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const status = useQuery(advisoryStatusQuery);
  const list = usePagedRows([...VULNERABILITIES_KEY, 'project', projectId, search], (page) =>
    fetchProjectVulnerabilities(projectId, search, page),
  );
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <VulnerabilityParts />
        {status.data && <Freshness of={status.data} />}
        <VulnerabilityFilters
          search={search}
          total={list.total}
          onSearch={(change) => navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
        />
      </div>
      <VulnerabilityTable list={list} search={search} />
    </div>
  );
}
