// Queries for webhooks of the installation or of one project, and their deliveries.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import { webhookEventValues } from '../api/described.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';

const DELIVERIES_SHOWN = 100;
const DELIVERIES_MS = 5000;

const WEBHOOKS_KEY = ['webhooks'];

/** Without a project, the webhooks of the installation. */
export function webhooksQuery(projectId?: number) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'of', projectId ?? 'installation'],
    queryFn: async () => (await bodyOf(api.GET('/webhooks', { params: { query: { projectId } } }))).data,
  });
}

export function deliveriesQuery(webhookId: number) {
  return queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: () =>
      pageOf(
        api.GET('/webhooks/{webhookId}/deliveries', {
          params: { path: { webhookId }, query: { offset: 1, limit: DELIVERIES_SHOWN } },
        }),
      ),
    refetchInterval: DELIVERIES_MS,
  });
}

export interface WebhookInput {
  name: string;
  url: string;
  events: Event[];
  secret?: string;
  isActive: boolean;
}

export const EVENTS = webhookEventValues;
export type Event = (typeof EVENTS)[number];

/** A webhook of a project is created after its project, so it never gets the event that the project was created. */
export const PROJECT_EVENTS = EVENTS.filter((event) => event !== 'project.created');

function useWebhookChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
}

/** If the server created the secret, its answer contains it. */
export function useCreateWebhook(projectId?: number) {
  return useWebhookChange((input: WebhookInput) =>
    bodyOf(api.POST('/webhooks', { body: { ...input, ...(projectId !== undefined && { projectId }) } })),
  );
}

export function useChangeWebhook(webhookId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown, { secret: { label: 'Secret', of: () => undefined }, url: { label: 'URL' } });
  return useWebhookChange((change: WebhookInput) =>
    saveOver(change, (body) => bodyOf(api.PUT('/webhooks/{webhookId}', { params: { path: { webhookId } }, body }))),
  );
}

export function useDeleteWebhook(webhookId: number) {
  return useWebhookChange((_: undefined) =>
    bodyOf(api.DELETE('/webhooks/{webhookId}', { params: { path: { webhookId } } })),
  );
}

export function useTestWebhook(webhookId: number) {
  return useWebhookChange(
    async (_: undefined) =>
      (await bodyOf(api.POST('/webhooks/{webhookId}/test', { params: { path: { webhookId } } }))).data,
  );
}

export function useRedeliver(webhookId: number) {
  return useWebhookChange((deliveryId: number) =>
    bodyOf(
      api.POST('/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
        params: { path: { webhookId, deliveryId } },
      }),
    ),
  );
}
