// The inventory of a project: rows, one item, its files and history, and what people decide about it.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, type PageOf, pageOf } from '../api/client.ts';
import { CUSTOM_FIELDS } from '../custom-fields/field-member.ts';
import type { Members } from '../elements/both-texts.ts';
import { useSaveOver } from '../elements/save-over.ts';
import { useProjectId } from '../project/queries.ts';
import type { InventorySearch } from '../router.tsx';
import { PAGE_ROWS } from '../table/paged-rows.ts';

const HISTORY_REVISIONS = 50;

export type ReviewStatus = 'Draft' | 'Approved' | 'Rejected';
type WireStatus = 'DRAFT' | 'APPROVED' | 'REJECTED';

function wireStatus(status: ReviewStatus): WireStatus {
  return status.toUpperCase() as WireStatus;
}

export async function fetchItems(projectId: number, search: InventorySearch, page: number) {
  const query = {
    search: search.find ?? '',
    reviewStatus: search.review && wireStatus(search.review),
    published: search.published ?? ('ALL' as const),
    type: search.type,
    licensePriority: search.license,
    sort: search.sort ?? 'name',
    offset: page,
    limit: PAGE_ROWS,
  };
  return pageOf(api.GET('/projects/{projectId}/inventoryItems', { params: { path: { projectId }, query } }));
}

export type ItemRow = Awaited<ReturnType<typeof fetchItems>>['rows'][number];

export function itemQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'item'],
    queryFn: async () =>
      (await bodyOf(api.GET('/inventories/{inventoryId}', { params: { path: { inventoryId } } }))).data,
  });
}

export type Item = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof itemQuery>['queryFn']>>>>;

export function fetchItemFiles(inventoryId: number, page: number) {
  const params = { path: { inventoryId }, query: { offset: page, limit: PAGE_ROWS } };
  return pageOf(api.GET('/inventories/{inventoryId}/associatedFiles', { params }));
}

export interface HistoryChange {
  date: string;
  user: string;
  field: string;
  oldValue: string;
  newValue: string;
  event?: string;
  action?: string;
}

export interface Revision {
  id: number;
  changes: HistoryChange[];
}

/** The newest revisions first. */
export function historyQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'history'],
    async queryFn(): Promise<Revision[]> {
      const params = { path: { inventoryId }, query: { offset: 1, limit: HISTORY_REVISIONS } };
      const { data } = await bodyOf(api.GET('/inventories/{inventoryId}/history', { params }));
      return Object.entries(data)
        .map(([id, changes]) => ({ id: Number(id), changes: changes as HistoryChange[] }))
        .sort((a, b) => b.id - a.id);
    },
  });
}

type RowPatch = Partial<Pick<ItemRow, 'reviewStatus' | 'isPublished'>>;

/** Shows a decision at once in the list and in the details; the server's word replaces it, and a refusal takes it back. */
function useDecision<T>(inventoryId: number, decide: (what: T) => Promise<unknown>, patchOf: (what: T) => RowPatch) {
  const queryClient = useQueryClient();
  const listKey = ['project', useProjectId(), 'inventory'];
  const { queryKey } = itemQuery(inventoryId);
  return useMutation({
    mutationFn: decide,
    async onMutate(what: T) {
      await queryClient.cancelQueries({ queryKey: listKey });
      await queryClient.cancelQueries({ queryKey });
      const lists = queryClient.getQueriesData<PageOf<ItemRow>>({ queryKey: listKey });
      const item = queryClient.getQueryData(queryKey);
      const patch = patchOf(what);
      queryClient.setQueriesData<PageOf<ItemRow>>(
        { queryKey: listKey },
        (page) =>
          page && { ...page, rows: page.rows.map((row) => (row.id === inventoryId ? { ...row, ...patch } : row)) },
      );
      queryClient.setQueryData(queryKey, (old) => old && patchedItem(old, patch));
      return { lists, item };
    },
    onError(_error, _what, before) {
      for (const [key, page] of before?.lists ?? []) queryClient.setQueryData(key, page);
      queryClient.setQueryData(queryKey, before?.item);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['project'] }),
        queryClient.invalidateQueries({ queryKey: ['inventories', inventoryId] }),
        queryClient.invalidateQueries({ queryKey: ['tasks'] }),
      ]),
  });
}

function patchedItem(item: Item, { reviewStatus, isPublished }: RowPatch): Item {
  return {
    ...item,
    inventoryReviewStatus: reviewStatus ?? item.inventoryReviewStatus,
    isPublished: isPublished ?? item.isPublished,
  };
}

export function useSetStatus(inventoryId: number) {
  return useDecision(
    inventoryId,
    (status: ReviewStatus) =>
      bodyOf(
        api.PUT('/inventories/{inventoryId}/status', {
          params: { path: { inventoryId }, query: { status: wireStatus(status) } },
          body: {},
        }),
      ),
    (reviewStatus) => ({ reviewStatus }),
  );
}

export function usePublish(inventoryId: number) {
  return useDecision(
    inventoryId,
    (isPublished: boolean) => {
      const params = { path: { inventoryId } };
      return isPublished
        ? bodyOf(api.PUT('/inventories/{inventoryId}/publish', { params }))
        : bodyOf(api.PUT('/inventories/{inventoryId}/recall', { params }));
    },
    (isPublished) => ({ isPublished }),
  );
}

export interface ItemChange {
  name?: string;
  description?: string;
  url?: string;
  priority?: 'P1' | 'P2' | 'P3' | 'P4';
  licenseId?: number;
  inventoryType?: 'COMPONENT' | 'LICENSE' | 'WORK_IN_PROGRESS';
  component?: { id: number; versionId: number; licenseId: number };
  rememberLicense?: 'GLOBAL' | 'INVENTORY';
  noticeText?: string;
  auditorReviewNotes?: string;
  usageGuidance?: string;
  remediationNotes?: string;
  customFields?: { id: number; value: string }[];
}

/** The names of priorities, as items are shown with them. */
export const PRIORITY_IDS: Record<string, string> = { High: 'P1', Medium: 'P2', Low: 'P3', Other: 'P4' };

/** How members of a change are called, and where the item shows them. */
const ITEM_MEMBERS: Members = {
  url: { label: 'URL' },
  priority: { label: 'Priority', of: ({ priority }) => PRIORITY_IDS[String(priority)] ?? 'P4' },
  licenseId: { label: 'License', of: ({ selectedLicenseId }) => selectedLicenseId },
  inventoryType: { label: 'Type', of: () => undefined },
  component: {
    label: 'Component, version and license',
    of: ({ componentId, componentVersionId, selectedLicenseId }) => ({
      id: componentId,
      versionId: componentVersionId,
      licenseId: selectedLicenseId,
    }),
  },
  rememberLicense: { label: 'Remember the license', of: () => undefined },
  noticeText: {
    label: 'Notices text',
    of: ({ noticesText }) => (noticesText === 'N/A' ? '' : noticesText),
  },
  auditorReviewNotes: { label: 'Audit notes', of: ({ auditNotes }) => auditNotes },
  customFields: CUSTOM_FIELDS,
};

/** @param draftKey of the form that changes it */
export function useChangeItem(item: Item, draftKey?: string) {
  const queryClient = useQueryClient();
  const inventoryId = item.id;
  const saveOver = useSaveOver(item, ITEM_MEMBERS, draftKey);
  return useMutation({
    mutationFn: (change: ItemChange) =>
      saveOver(change, (body) =>
        bodyOf(api.PUT('/inventories/{inventoryId}', { params: { path: { inventoryId } }, body })),
      ),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['inventories', inventoryId] }),
        queryClient.invalidateQueries({ queryKey: ['project'] }),
      ]),
  });
}

export interface NewItem extends ItemChange {
  name: string;
  inventoryType: 'COMPONENT' | 'LICENSE' | 'WORK_IN_PROGRESS';
}

export function useCreateItem(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (inventoryModel: NewItem) => bodyOf(api.POST('/inventories', { body: { projectId, inventoryModel } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['project'] }),
  });
}

export function useDeleteItem(inventoryId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => bodyOf(api.DELETE('/inventories/{inventoryId}', { params: { path: { inventoryId } } })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['project'] }),
        queryClient.invalidateQueries({ queryKey: ['tasks'] }),
      ]),
  });
}
