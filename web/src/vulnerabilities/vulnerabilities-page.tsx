// The vulnerabilities of all projects, and the question "who is affected by this?".
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { SearchInput } from '../elements/search-input.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { AffectedItems } from './affected-items.tsx';
import { Freshness } from './labels.tsx';
import { advisoryStatusQuery, fetchAffected, fetchVulnerabilities, VULNERABILITIES_KEY } from './queries.ts';
import type { VulnerabilitySearch } from './search.ts';
import { VulnerabilityTable } from './vulnerability-table.tsx';

const route = getRouteApi('/signed-in/vulnerabilities');

export function VulnerabilitiesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const status = useQuery(advisoryStatusQuery);
  const list = usePagedRows([...VULNERABILITIES_KEY, 'all', search], (page) => fetchVulnerabilities(search, page));
  const change = (wanted: Partial<VulnerabilitySearch>) =>
    navigate({ search: (old) => ({ ...old, ...wanted }), replace: true });
  const { who } = search;
  return (
    <div className={`${classes.page} ${classes.fill}`}>
      <PageHead
        title="Vulnerabilities"
        intro="What the advisories say of the components of all projects that you may see."
      >
        {status.data && <Freshness of={status.data} />}
      </PageHead>
      <Group>
        <SearchInput
          label="Who is affected by"
          placeholder="CVE, package URL, or name of a package"
          find={who ?? ''}
          onFind={(text) => change({ who: text || undefined })}
          w={360}
        />
      </Group>
      {who === undefined ? (
        <VulnerabilityTable list={list} search={search} onSearch={change} />
      ) : (
        <AffectedItems of={`by ${who}`} fetchPage={(page) => fetchAffected(who, page)} />
      )}
    </div>
  );
}
