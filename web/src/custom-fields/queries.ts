// Definitions of custom fields. Their values are read and written with the projects and items that have them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import { useSaveOver, type Versioned } from '../elements/save-over.ts';

export type FieldScope = 'PROJECT' | 'INVENTORY';
export type FieldInput = paths['/customFields']['post']['requestBody']['content']['application/json'];
export type FieldChange = NonNullable<
  paths['/customFields/{fieldId}']['put']['requestBody']
>['content']['application/json'];

export const customFieldsQuery = queryOptions({
  queryKey: ['custom-fields'],
  queryFn: async () => (await bodyOf(api.GET('/customFields'))).data,
});

export type CustomField = Awaited<ReturnType<NonNullable<typeof customFieldsQuery.queryFn>>>[number];

/** Projects and items show their fields: they are asked for again, too. */
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
  return useFieldChange((body: FieldInput) => bodyOf(api.POST('/customFields', { body })));
}

export function useChangeField(fieldId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown, { label: { label: 'Label', of: ({ fieldLabel }) => fieldLabel } });
  return useFieldChange((change: FieldChange) =>
    saveOver(change, (body) => bodyOf(api.PUT('/customFields/{fieldId}', { params: { path: { fieldId } }, body }))),
  );
}
