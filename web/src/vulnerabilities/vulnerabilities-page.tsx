// The vulnerabilities of all projects, and a search for items affected by a vulnerability or package.
import { Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageHead } from '../elements/page-head.tsx';
import { SearchInput } from '../elements/search-input.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { AffectedItems } from './affected-items.tsx';
import { Freshness } from './labels.tsx';
import { MarkButtons, MarkedBar, useMarkedVulnerabilities } from './marked-vulnerabilities.tsx';
import {
  advisoryStatusQuery,
  affectedAnswerQuery,
  fetchAffected,
  fetchVulnerabilities,
  VULNERABILITIES_KEY,
} from './queries.ts';
import type { VulnerabilitySearch } from './search.ts';
import classes from './vulnerabilities.module.css';
import { PortfolioParts } from './vulnerability-parts.tsx';
import { VulnerabilityFilters, VulnerabilityTable } from './vulnerability-table.tsx';

const route = getRouteApi('/signed-in/vulnerabilities');

export function VulnerabilitiesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const status = useQuery(advisoryStatusQuery);
  const fetchPage = (page: number) => fetchVulnerabilities(search, page);
  const list = usePagedRows([...VULNERABILITIES_KEY, 'all', search], fetchPage);
  const marks = useMarkedVulnerabilities({ projectId: null, search, list, fetchPage, mayDecide: true });
  const change = (wanted: Partial<VulnerabilitySearch>) =>
    navigate({ search: (old) => ({ ...old, ...wanted }), replace: true });
  const { who } = search;
  const answer = useQuery({ ...affectedAnswerQuery(search), enabled: who !== undefined });
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <PageHead
          title="Vulnerabilities"
          intro="Known vulnerabilities of the components in all projects that you may see."
        >
          {status.data && <Freshness of={status.data} />}
        </PageHead>
        <PortfolioParts />
        <SearchInput
          label="Find affected items"
          placeholder="CVE, package URL or package name"
          find={who ?? ''}
          onFind={(text) => change({ who: text || undefined })}
          w={420}
        />
        {who !== undefined && <UsedBetween search={search} onSearch={change} />}
        {who !== undefined && answer.data && <Text size="sm">{answer.data.words}</Text>}
        {who === undefined && (
          <Group gap="md">
            <VulnerabilityFilters search={search} total={list.total} onSearch={change} />
            <MarkButtons of={marks} />
            <ExportMenu rows={list} name="vulnerabilities" />
          </Group>
        )}
        {who === undefined && <MarkedBar of={marks} />}
      </div>
      {who === undefined ? (
        <VulnerabilityTable list={list} search={search} marks={marks} age={status.data} />
      ) : (
        <AffectedItems
          of={`by ${who} ${search.from ?? ''} ${search.to ?? ''}`}
          fetchPage={(page) => fetchAffected(search, page)}
          answer={answer.data}
        />
      )}
    </div>
  );
}

interface UsedBetweenProps {
  search: VulnerabilitySearch;
  onSearch: (change: Partial<VulnerabilitySearch>) => void;
}

/** Asks who had a package between two days, also if they have removed it since. */
function UsedBetween({ search: { from, to }, onSearch }: UsedBetweenProps) {
  return (
    <Group gap="md">
      <TextInput
        type="date"
        label="Used from"
        value={from ?? ''}
        onChange={({ currentTarget: { value } }) => onSearch({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label="Used until"
        value={to ?? ''}
        onChange={({ currentTarget: { value } }) => onSearch({ to: value || undefined })}
      />
      <Text size="sm" c="dimmed">
        Without days: who uses it now. Days are for packages.
      </Text>
    </Group>
  );
}
