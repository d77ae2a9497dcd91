// Queries for definitions of custom fields. Values are read and written with the project or item.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { CustomFieldChange, NewCustomField } from '../api/models.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';

export type FieldScope = 'PROJECT' | 'INVENTORY';

export const customFieldsQuery = queryOptions({
  queryKey: ['custom-fields'],
  queryFn: async () => (await bodyOf(api.GET('/customFields'))).data,
});

/** Reloads projects and items too, because they show their fields. */
function useFieldChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [customFieldsQuery.queryKey, ['project'], ['inventories']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export function useCreateField() {
  return useFieldChange((body: NewCustomField) => bodyOf(api.POST('/customFields', { body })));
}

export function useChangeField(fieldId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown, { label: { label: 'Label', of: ({ fieldLabel }) => fieldLabel } });
  return useFieldChange((change: CustomFieldChange) =>
    saveOver(change, (body) => bodyOf(api.PUT('/customFields/{fieldId}', { params: { path: { fieldId } }, body }))),
  );
}
