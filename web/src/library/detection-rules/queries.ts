// Queries for detection rules: the list, and the changes that library managers make.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { DetectionRuleInput } from '../../api/models.ts';
import { useSaveOver, type Versioned } from '../../editing/save-over.ts';

/** All rules are on one page, because an installation has only tens of them. */
const ALL = 1000;

export const detectionRulesQuery = queryOptions({
  queryKey: ['library', 'detection-rules'],
  queryFn: () => pageOf(api.GET('/rules', { params: { query: { offset: 1, limit: ALL } } })),
});

function useRuleChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: detectionRulesQuery.queryKey }),
  });
}

/** Creates a rule, or replaces the rule with this id. */
export function useSaveRule(rule: (Versioned & { id: number }) | undefined) {
  const saveOver = useSaveOver(rule ?? {});
  return useRuleChange((input: DetectionRuleInput) =>
    rule === undefined
      ? bodyOf(api.POST('/rules', { body: input }))
      : saveOver(input, (body) => bodyOf(api.PUT('/rules', { body: { id: rule.id, ...body } }))),
  );
}

export function useDeleteRule(ruleId: number) {
  return useRuleChange((_: undefined) => bodyOf(api.DELETE('/rules/{ruleId}', { params: { path: { ruleId } } })));
}
