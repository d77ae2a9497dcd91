// Queries and mutations for rules that decide about vulnerabilities.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { AnalysisRuleChange, AnalysisRulePreview } from '../../api/models.ts';
import { PAGE_ROWS } from '../../table/paged-rows.ts';
import { useVulnerabilityChange, VULNERABILITIES_KEY } from '../queries.ts';
import type { RulesSearch } from './search.ts';

export const RULES_KEY = [...VULNERABILITIES_KEY, 'rules'] as const;

/** The first decisions of a rule are listed; the rest is counted. */
const MOST_LISTED = 100;

export function fetchRules({ find, state }: RulesSearch, page: number) {
  return pageOf(
    api.GET('/analysisRules', { params: { query: { search: find, state, offset: page, limit: PAGE_ROWS } } }),
  );
}

export const ruleDecisionsQuery = (ruleId: number, effect: 'DECIDES' | 'OVERRULED') =>
  queryOptions({
    queryKey: [...RULES_KEY, ruleId, effect],
    queryFn: () =>
      pageOf(
        api.GET('/analysisRules/{ruleId}/decisions', {
          params: { path: { ruleId }, query: { effect, limit: MOST_LISTED } },
        }),
      ),
  });

export const usePreviewRule = () =>
  useMutation({
    mutationFn: async (body: AnalysisRuleChange & { ruleId?: number }): Promise<AnalysisRulePreview> => {
      const { isEnabled: _, entityVersion: __, ...rule } = body;
      return (await bodyOf(api.POST('/analysisRules/preview', { body: rule }))).data;
    },
  });

/** `ruleId` is undefined for a new rule. */
export const useSaveRule = (ruleId: number | undefined) =>
  useVulnerabilityChange(async (body: AnalysisRuleChange) => {
    if (ruleId === undefined) {
      const { entityVersion: _, ...rule } = body;
      return (await bodyOf(api.POST('/analysisRules', { body: rule }))).data;
    }
    return (await bodyOf(api.PUT('/analysisRules/{ruleId}', { params: { path: { ruleId } }, body }))).data;
  });

export const useSwitchRule = () =>
  useVulnerabilityChange(({ ruleId, isEnabled }: { ruleId: number; isEnabled: boolean }) =>
    bodyOf(api.PUT('/analysisRules/{ruleId}/isEnabled', { params: { path: { ruleId } }, body: { isEnabled } })),
  );

export const useDeleteRule = (ruleId: number) =>
  useVulnerabilityChange((_: undefined) =>
    bodyOf(api.DELETE('/analysisRules/{ruleId}', { params: { path: { ruleId } } })),
  );
