// Detection rules: the list, and what library managers do to them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { DetectionRuleInput } from '../../api/models.ts';
import { useSaveOver, type Versioned } from '../../editing/save-over.ts';

/** On one page: an installation has tens of them. */
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

/** Makes a rule, or replaces the one of this id. */
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
