// Queries for vulnerabilities: lists, one, affected items, explanations, decisions, and the sources of advisories.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, type PageOf, pageOf, sendFile } from '../api/client.ts';
import type {
  AdvisoryStatus,
  AffectedItem,
  Alert,
  AlertChange,
  AlertChanges,
  AlertsChange,
  AnalysisChanges,
  AnalysisLift,
  AnalysisOfMany,
  CodeAcceptance,
  CodePresence,
  EndOfLife,
  ListedVulnerability,
  MatchExplanation,
  PortfolioAnalysis,
  PortfolioAnalysisChanges,
  PortfolioAnalysisLift,
  Remedy,
  Suppression,
  SuppressionLift,
  VexImport,
  VulnerabilityDetails,
} from '../api/models.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import type { AlertsSearch, AllAlertsSearch, VulnerabilitySearch } from './search.ts';

/** A page is small, because the server computes each remedy for the request. */
export const REMEDIES_OF_A_PAGE = 25;
export const VULNERABILITIES_KEY = ['vulnerabilities'];

export const filterOfVulnerabilities = ({
  find,
  severity,
  exploited,
  epss,
  undecided,
  coverage,
}: VulnerabilitySearch) => ({
  search: find,
  severity,
  exploited,
  undecided,
  coverage,
  epssFrom: epss === undefined ? undefined : Number(epss) / 100,
});
const pageQuery = (page: number) => ({ offset: page, limit: PAGE_ROWS });

/** Vulnerabilities of at least one item that the user may see. */
export function fetchVulnerabilities(search: VulnerabilitySearch, page: number): Promise<PageOf<ListedVulnerability>> {
  const query = { ...filterOfVulnerabilities(search), affecting: true, ...pageQuery(page) };
  return pageOf(api.GET('/advisories', { params: { query } }));
}

export function fetchProjectVulnerabilities(
  projectId: number,
  search: VulnerabilitySearch,
  page: number,
): Promise<PageOf<ListedVulnerability>> {
  const params = { path: { projectId }, query: { ...filterOfVulnerabilities(search), ...pageQuery(page) } };
  return pageOf(api.GET('/projects/{projectId}/vulnerabilities', { params }));
}

/** The number of vulnerabilities of a project, of the most severe ones, and of those without a severity, which may be as severe. */
export const projectExposureQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'project', projectId, 'exposure'],
    queryFn: async () => {
      const count = async (severity?: VulnerabilitySearch['severity']) => {
        const params = { path: { projectId }, query: { severity, limit: 1 } };
        return (await pageOf(api.GET('/projects/{projectId}/vulnerabilities', { params }))).total;
      };
      const [all, critical, high, unknown] = await Promise.all([
        count(),
        count('CRITICAL'),
        count('HIGH'),
        count('UNKNOWN'),
      ]);
      return { all, critical, high, unknown };
    },
  });

/** How old the advisories for the items of a project are, and how many of the items were compared with them. */
export const projectAgeQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'project', projectId, 'age'],
    queryFn: async () => {
      const params = { path: { projectId } };
      return (await bodyOf(api.GET('/projects/{projectId}', { params }))).data.exposure;
    },
  });

export function fetchAlerts(
  projectId: number,
  { state, coverage }: AlertsSearch,
  page: number,
): Promise<PageOf<Alert>> {
  const params = { path: { projectId }, query: { state, coverage, ...pageQuery(page) } };
  return pageOf(api.GET('/projects/{projectId}/vulnerabilityAlerts', { params }));
}

export function fetchAllAlerts(search: AllAlertsSearch, page: number): Promise<PageOf<Alert>> {
  const { find, state, severity, priority, exploited, coverage } = search;
  const query = { search: find, state, severity, priority, exploited, coverage, ...pageQuery(page) };
  return pageOf(api.GET('/vulnerabilityAlerts', { params: { query } }));
}

export const useChangeAlerts = () =>
  useVulnerabilityChange(
    async (body: AlertsChange): Promise<AlertChanges> =>
      (await bodyOf(api.POST('/vulnerabilityAlerts/changes', { body }))).data,
  );

export const useChangeAlert = () =>
  useVulnerabilityChange(({ alertId, ...body }: AlertChange & { alertId: number }) =>
    bodyOf(api.PUT('/vulnerabilityAlerts/{alertId}', { params: { path: { alertId } }, body })),
  );

export function fetchAffected(
  { who = '', from, to }: VulnerabilitySearch,
  page: number,
): Promise<PageOf<AffectedItem>> {
  return pageOf(api.GET('/advisories/affected', { params: { query: { by: who, from, to, ...pageQuery(page) } } }));
}

/** The answer to "are we affected", as a sentence. */
export const affectedAnswerQuery = ({ who = '', from, to }: VulnerabilitySearch) =>
  queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'answer', who, from, to],
    queryFn: async () => {
      const { answer, words } = await bodyOf(
        api.GET('/advisories/affected', { params: { query: { by: who, from, to, limit: 1 } } }),
      );
      return { answer, words };
    },
  });

export function fetchItemsOf(vulnerabilityName: string, page: number): Promise<PageOf<AffectedItem>> {
  const params = { path: { vulnerabilityName }, query: pageQuery(page) };
  return pageOf(api.GET('/advisories/{vulnerabilityName}/items', { params }));
}

export function vulnerabilityQuery(vulnerabilityName: string) {
  return queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'one', vulnerabilityName],
    queryFn: async (): Promise<VulnerabilityDetails> =>
      (await bodyOf(api.GET('/advisories/{vulnerabilityName}', { params: { path: { vulnerabilityName } } }))).data,
  });
}

/** Operations whose bodies are fixed tell the age of the data in headers. */
function ageIn(headers: Headers): { dataAsOf: string | null; dataIsStale: boolean; staleFor: string } {
  const dataAsOf = headers.get('Data-as-of') ?? 'none';
  return {
    dataAsOf: dataAsOf === 'none' ? null : dataAsOf,
    dataIsStale: headers.get('Data-is-stale') !== 'false',
    staleFor: headers.get('Data-stale-for') ?? '',
  };
}

export function itemVulnerabilitiesQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'vulnerabilities'],
    queryFn: async () => {
      const answer = api.GET('/inventories/{inventoryId}/vulnerabilities', {
        params: { path: { inventoryId }, query: { offset: 1, limit: 1000 } },
      });
      const { headers } = (await answer).response;
      return { ...(await pageOf(answer)), age: ageIn(headers) };
    },
  });
}

export function itemAnalysisQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'vulnerability-analysis'],
    queryFn: async () => {
      const params = { path: { inventoryId }, query: { offset: 1, limit: 1000 } };
      const { data } = await bodyOf(api.GET('/inventories/{inventoryId}/vulnerabilities/analysis', { params }));
      return data.analyzedVulnerabilities;
    },
  });
}

export function explanationQuery(purl: string, vulnerabilityName: string) {
  return queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'why', purl, vulnerabilityName],
    queryFn: async (): Promise<MatchExplanation> =>
      (await bodyOf(api.GET('/advisories/explain', { params: { query: { purl, vulnerabilityName } } }))).data,
  });
}

export const advisoryStatusQuery = queryOptions({
  queryKey: ['advisory-status'],
  queryFn: async (): Promise<AdvisoryStatus> => (await bodyOf(api.GET('/advisories/status'))).data,
});

/** Everything that shows vulnerabilities is fetched again, whether the change succeeded or not. */
export function useVulnerabilityChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [first] }) =>
          ['vulnerabilities', 'inventories', 'project', 'advisory-status'].includes(String(first)),
      }),
  });
}

export const useSuppress = () =>
  useVulnerabilityChange((body: Suppression) => bodyOf(api.POST('/vulnerability/suppress', { body })));

export const useLiftSuppression = () =>
  useVulnerabilityChange((body: SuppressionLift) => bodyOf(api.POST('/vulnerability/unSuppress', { body })));

export const useAnalyze = (projectId: number) =>
  useVulnerabilityChange(
    async (body: AnalysisOfMany): Promise<AnalysisChanges> =>
      (await bodyOf(api.POST('/projects/{projectId}/vulnerabilityAnalyses', { params: { path: { projectId } }, body })))
        .data,
  );

export const useLiftAnalyses = (projectId: number) =>
  useVulnerabilityChange((body: AnalysisLift) =>
    bodyOf(api.POST('/projects/{projectId}/vulnerabilityAnalyses/lift', { params: { path: { projectId } }, body })),
  );

export const useAnalyzePortfolio = () =>
  useVulnerabilityChange(
    async (body: PortfolioAnalysis): Promise<PortfolioAnalysisChanges> =>
      (await bodyOf(api.POST('/vulnerabilityAnalyses', { body }))).data,
  );

export const useLiftPortfolio = () =>
  useVulnerabilityChange(
    async (body: PortfolioAnalysisLift): Promise<PortfolioAnalysisChanges> =>
      (await bodyOf(api.POST('/vulnerabilityAnalyses/lift', { body }))).data,
  );

export const useImportVex = (projectId: number) =>
  useVulnerabilityChange(
    async ({ file, ...options }: { file: File; product: string; suppress: boolean; previewOnly: boolean }) => {
      const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
      const path = `/projects/${projectId}/vulnerabilityAnalyses/import?${query}`;
      return (await sendFile<{ data: VexImport }>(path, file)).data;
    },
  );

export function itemRemediesQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'remedies'],
    queryFn: async (): Promise<Remedy[]> =>
      (await bodyOf(api.GET('/inventories/{inventoryId}/remedies', { params: { path: { inventoryId } } }))).data,
  });
}

export function fetchProjectRemedies(projectId: number, page: number): Promise<PageOf<Remedy>> {
  const params = { path: { projectId }, query: { offset: page, limit: REMEDIES_OF_A_PAGE } };
  return pageOf(api.GET('/projects/{projectId}/remedies', { params }));
}

export const useAskRemedies = (inventoryId: number) =>
  useVulnerabilityChange(() =>
    bodyOf(api.POST('/inventories/{inventoryId}/remedies', { params: { path: { inventoryId } } })),
  );

export function vulnerableCodeQuery(inventoryId: number, vulnerabilityName: string) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'vulnerable-code', vulnerabilityName],
    queryFn: async (): Promise<CodePresence> =>
      (
        await bodyOf(
          api.GET('/inventories/{inventoryId}/vulnerabilities/{vulnerabilityName}/code', {
            params: { path: { inventoryId, vulnerabilityName } },
          }),
        )
      ).data,
  });
}

export const useAcceptAbsence = (inventoryId: number, vulnerabilityName: string) =>
  useVulnerabilityChange((body: CodeAcceptance) =>
    bodyOf(
      api.POST('/inventories/{inventoryId}/vulnerabilities/{vulnerabilityName}/code', {
        params: { path: { inventoryId, vulnerabilityName } },
        body,
      }),
    ),
  );

export const SHOWN_MALICIOUS_FILES = 20;

export function maliciousFilesQuery(projectId: number) {
  return queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'malicious-files', projectId],
    queryFn: () => {
      const params = { path: { projectId }, query: { offset: 1, limit: SHOWN_MALICIOUS_FILES } };
      return pageOf(api.GET('/projects/{projectId}/maliciousFiles', { params }));
    },
  });
}

export function fetchEndsOfLife(projectId: number, page: number): Promise<PageOf<EndOfLife>> {
  const params = { path: { projectId }, query: pageQuery(page) };
  return pageOf(api.GET('/projects/{projectId}/endsOfLife', { params }));
}
