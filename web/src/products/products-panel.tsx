// Which products a project is: what suppliers say about these products decides in the project.
import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { ProjectProducts } from '../api/models.ts';
import { ASKED_ONCE } from '../api/query-client.ts';
import { useSaveOver } from '../editing/save-over.ts';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf } from '../elements/quantities.ts';

interface PanelProps {
  projectId: number;
  mayEdit: boolean;
}

const MOST_PRODUCTS = 20;

const productsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'products'],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/products', { params: { path: { projectId } } }))).data,
    ...ASKED_ONCE,
  });

export function ProductsPanel({ projectId, mayEdit }: PanelProps) {
  const products = useQuery(productsQuery(projectId));
  return (
    <Panel title="Products">
      {products.isSuccess ? (
        <ProductsForm key={products.dataUpdatedAt} shown={products.data} {...{ projectId, mayEdit }} />
      ) : (
        <Waiting query={products} rows={2} title="The products could not be loaded" />
      )}
    </Panel>
  );
}

function ProductsForm({ shown, projectId, mayEdit }: PanelProps & { shown: ProjectProducts }) {
  const save = useSaveProducts(projectId, shown);
  const form = useForm({ initialValues: { products: shown.products } });
  const { products } = form.values;
  const proposals = shown.proposals.filter((one) => !products.includes(one));
  const submit = form.onSubmit((values) =>
    save.mutate(values.products, {
      onSuccess: ({ decided, ended }) =>
        notifyDone(
          `The products were saved. Suppliers decide about ${countOf(decided, 'more vulnerability', 'more vulnerabilities')} of versions, and no longer about ${ended}.`,
        ),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TagsInput
          label="This project is"
          description={`Up to ${MOST_PRODUCTS} package URLs, CPEs, or names with their version, as suppliers write them: pkg:oci/shop@1.2. What VEX sources say about these products, and about parts of them, decides in this project, unless people have decided.`}
          placeholder={mayEdit ? 'Type one and press Enter' : ''}
          maxTags={MOST_PRODUCTS}
          splitChars={['\n']}
          disabled={!mayEdit}
          {...form.getInputProps('products')}
        />
        {mayEdit && proposals.length > 0 && (
          <Group gap="xs">
            <Text size="sm">According to imported SBOMs:</Text>
            {proposals.map((one) => (
              <Button
                key={one}
                size="compact-sm"
                variant="default"
                onClick={() => form.setFieldValue('products', [...products, one])}
              >
                Add {one}
              </Button>
            ))}
          </Group>
        )}
        <Refused error={save.error} />
        {mayEdit && (
          <SaveOrDiscard
            label="Save products"
            isPending={save.isPending}
            isDirty={form.isDirty()}
            onDiscard={form.reset}
          />
        )}
      </Stack>
    </form>
  );
}

function useSaveProducts(projectId: number, shown: ProjectProducts) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown, { products: { label: 'This project is' } });
  return useMutation({
    mutationFn: async (products: string[]) =>
      (
        await saveOver({ products }, (body) =>
          bodyOf(api.PUT('/projects/{projectId}/products', { params: { path: { projectId } }, body })),
        )
      ).data,
    // Counts of vulnerabilities, policies and reports depend on them.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
