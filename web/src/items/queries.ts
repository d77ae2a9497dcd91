// The inventory of a project: rows, one item, its files and history, and the decisions that users make.
import { mutationOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, type PageOf, pageOf, totalIn } from '../api/client.ts';
import { ITEM_FIELDS, type inventoryTypeValues } from '../api/described.ts';
import type {
  BulkOutcome,
  InventoryItem,
  InventoryRow,
  ItemChange,
  LinkedItem,
  Decision as StandingDecision,
} from '../api/models.ts';
import { notifyDecided } from '../bulk/done.tsx';
import { WINDOW_LINES } from '../codebase/queries.ts';
import type { Paths } from '../codebase/selection.ts';
import { CUSTOM_FIELDS } from '../custom-fields/field-member.ts';
import type { Members } from '../editing/both-texts.ts';
import { useSaveOver } from '../editing/save-over.ts';
import { notifyRefused } from '../elements/notify.ts';
import { type InventoryPriority, inventoryPriorityOf } from '../elements/words.ts';
import { useProjectId } from '../project/queries.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import { addFiles, useTiesAgain } from './file-ties.ts';
import { editedValue } from './item-fields.ts';

const HISTORY_REVISIONS = 50;

type ReviewStatus = 'Draft' | 'Approved' | 'Rejected';

export function itemQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'item'],
    queryFn: async () =>
      (await bodyOf(api.GET('/inventories/{inventoryId}', { params: { path: { inventoryId } } }))).data,
  });
}

export function fetchItemFiles(inventoryId: number, page: number) {
  const params = { path: { inventoryId }, query: { offset: page, limit: PAGE_ROWS } };
  return pageOf(api.GET('/inventories/{inventoryId}/associatedFiles', { params }));
}

const MOST_OFFERED = 1000;
/** Names of files that often contain license texts or notices. */
const NOTICE_NAME = /(^|\/)(licen[cs]es?|copying|copyright|notices?|unlicense|patents|authors)([.-][^/]*)?$/i;

/** License texts that the last scan found in the files of an item. */
export const foundTextsQuery = (inventoryId: number) =>
  queryOptions({
    queryKey: ['inventories', inventoryId, 'licenseTexts'],
    queryFn: async () =>
      (await bodyOf(api.GET('/inventories/{inventoryId}/licenseTexts', { params: { path: { inventoryId } } }))).data,
  });

/**
 * Files of an item whose text may be added to its notices. Files with a typical name come first. `total` counts all
 * files of the item.
 */
export function noticeFilesQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'notice files'],
    async queryFn() {
      const params = { path: { inventoryId }, query: { offset: 1, limit: MOST_OFFERED } };
      const { rows, total } = await pageOf(api.GET('/inventories/{inventoryId}/associatedFiles', { params }));
      const isNotice = ({ filePath }: { filePath: string }) => NOTICE_NAME.test(filePath);
      return { files: [...rows.filter(isNotice), ...rows.filter((file) => !isNotice(file))], total };
    },
  });
}

/** Loads the whole text of a file. Throws a text for users if the file has no printable text. */
export async function fetchNoticeText(fileId: number): Promise<string> {
  const params = { path: { fileId }, query: { startLine: 1, maxLines: WINDOW_LINES } };
  const { data } = await bodyOf(api.GET('/files/{fileId}/content', { params }));
  if (data.isBinary) throw new Error('It is not a text file.');
  if (data.isTruncated || data.lineCount > WINDOW_LINES)
    throw new Error(`It is too long for a notice: the limit is ${WINDOW_LINES} lines.`);
  return data.text;
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
    async queryFn(): Promise<PageOf<Revision>> {
      const params = { path: { inventoryId }, query: { offset: 1, limit: HISTORY_REVISIONS } };
      const { data, response } = await api.GET('/inventories/{inventoryId}/history', { params });
      const rows = Object.entries(data?.data ?? {})
        .map(([id, changes]) => ({ id: Number(id), changes: changes as HistoryChange[] }))
        .sort((a, b) => b.id - a.id);
      return { rows, total: totalIn(response, rows.length) };
    },
  });
}

const LINKS_SHOWN = 20;

/** The items that an item needs or contains (`children`), or that need or contain it. */
export function linksQuery(inventoryId: number, direction: 'children' | 'parents') {
  const params = { path: { inventoryId }, query: { offset: 1, limit: LINKS_SHOWN } };
  return queryOptions({
    queryKey: ['inventories', inventoryId, direction],
    queryFn: (): Promise<PageOf<LinkedItem>> =>
      direction === 'children'
        ? pageOf(api.GET('/inventories/{inventoryId}/children', { params }))
        : pageOf(api.GET('/inventories/{inventoryId}/parents', { params })),
  });
}

/** The newest decisions first. */
export function decisionsQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ['inventories', inventoryId, 'decisions'],
    queryFn: (): Promise<PageOf<StandingDecision>> =>
      pageOf(
        api.GET('/inventories/{inventoryId}/decisions', {
          params: { path: { inventoryId }, query: { offset: 1, limit: HISTORY_REVISIONS } },
        }),
      ),
  });
}

/** The decisions that users make about an item. */
export type UserDecision = { reviewStatus: ReviewStatus } | { isPublished: boolean };

export interface DecidedItem {
  inventoryId: number;
  /** The name for the message of a refusal, because by then another item may be open. */
  name: string;
}

const DECISIONS = ['inventory decision'];

/**
 * What the server has answered. A mutation stays pending until everything that its `onSettled` fetches has come, so its
 * state does not tell whether the answer is still awaited.
 */
const answered = new WeakSet<object>();

interface Deciding extends DecidedItem {
  decision: UserDecision;
}

export function useDecide(): (item: DecidedItem, decision: UserDecision) => void {
  const { mutate } = useMutation(decisionMutation(useQueryClient(), useProjectId()));
  return (item, decision) => mutate({ ...item, decision });
}

/**
 * Shows a decision at once in the list and in the details. The answer of the server replaces it, and a refusal takes it
 * back. After several quick decisions, the list is fetched only when the last one is answered, so that no row moves in
 * between.
 *
 * @param sendDecision resolves when the server has answered
 */
export function decisionMutation(
  queryClient: QueryClient,
  projectId: number,
  sendDecision: SendDecision = send(projectId),
) {
  const listKey = ['project', projectId, 'inventory'];
  const hasOpenDecisions = () =>
    queryClient.isMutating({
      mutationKey: DECISIONS,
      predicate: ({ state }) => !answered.has(state.variables as object),
    }) > 0;
  const show = (inventoryId: number, patch: Partial<InventoryRow>) => {
    queryClient.setQueriesData<PageOf<InventoryRow>>(
      { queryKey: listKey },
      (page) =>
        page && { ...page, rows: page.rows.map((row) => (row.id === inventoryId ? { ...row, ...patch } : row)) },
    );
    queryClient.setQueryData(itemQuery(inventoryId).queryKey, (old) => old && patchedItem(old, patch));
  };
  return mutationOptions({
    mutationKey: DECISIONS,
    mutationFn: ({ inventoryId, decision }: Deciding) => sendDecision(inventoryId, decision),
    async onMutate({ inventoryId, decision }) {
      await queryClient.cancelQueries({ queryKey: listKey });
      await queryClient.cancelQueries({ queryKey: itemQuery(inventoryId).queryKey });
      const before = stateOf(queryClient, listKey, inventoryId);
      show(inventoryId, decision);
      return before;
    },
    onSuccess(outcome, { name, decision }) {
      if (outcome?.undoToken === undefined) return;
      notifyDecided(queryClient, projectId, {
        summary: `${name} ${decidedText(decision)}`,
        undoToken: outcome.undoToken,
      });
    },
    // Handled here and not in the call, because of several quick calls only the last one gets its callback.
    onError(error, { inventoryId, name, decision }, before) {
      if (before) show(inventoryId, before);
      notifyRefused(`${name} ${refusedText(decision)}`, error);
    },
    onSettled(_data, _error, variables) {
      answered.add(variables);
      const changed = [['inventories', variables.inventoryId]];
      if (!hasOpenDecisions()) changed.push(['project'], ['tasks']);
      return Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}

type SendDecision = (
  inventoryId: number,
  decision: UserDecision,
) => Promise<Pick<BulkOutcome, 'undoToken'> | undefined>;

/** The decision about many items, with one: so it can be undone. What a person decides about one item overrules the policy. */
const send =
  (projectId: number): SendDecision =>
  async (inventoryId, decision) => {
    const action = actionOf(decision);
    const body = {
      ...{ action, inventoryIds: [inventoryId], overrulePolicy: action === 'APPROVE', reason: '', dryRun: false },
    };
    const params = { path: { projectId } };
    const { data } = await bodyOf(api.POST('/projects/{projectId}/bulkDecisions/items', { params, body }));
    const left = data.skipped.find(({ reason }) => reason !== 'SAME');
    if (left) throw new Error(`It was left as it is: ${left.words}.`);
    return data;
  };

function actionOf(decision: UserDecision) {
  if ('isPublished' in decision) return decision.isPublished ? ('PUBLISH' as const) : ('RECALL' as const);
  return ({ Approved: 'APPROVE', Rejected: 'REJECT', Draft: 'TO_DRAFT' } as const)[decision.reviewStatus];
}

function decidedText(decision: UserDecision): string {
  if ('isPublished' in decision) return decision.isPublished ? 'was published' : 'was recalled';
  return { Approved: 'was approved', Rejected: 'was rejected', Draft: 'was set to draft' }[decision.reviewStatus];
}

function refusedText(decision: UserDecision): string {
  if ('isPublished' in decision) return decision.isPublished ? 'was not published' : 'was not recalled';
  const words = { Approved: 'was not approved', Rejected: 'was not rejected', Draft: 'was not set to draft' };
  return words[decision.reviewStatus];
}

function stateOf(queryClient: QueryClient, listKey: unknown[], inventoryId: number): Partial<InventoryRow> | undefined {
  for (const [, page] of queryClient.getQueriesData<PageOf<InventoryRow>>({ queryKey: listKey })) {
    const row = page?.rows.find(({ id }) => id === inventoryId);
    if (row) return { reviewStatus: row.reviewStatus, isPublished: row.isPublished };
  }
  const item = queryClient.getQueryData(itemQuery(inventoryId).queryKey);
  return item && { reviewStatus: item.inventoryReviewStatus, isPublished: item.isPublished };
}

function patchedItem(item: InventoryItem, { reviewStatus, isPublished }: Partial<InventoryRow>): InventoryItem {
  return {
    ...item,
    inventoryReviewStatus: reviewStatus ?? item.inventoryReviewStatus,
    isPublished: isPublished ?? item.isPublished,
  };
}

/** The item's priority as changes send it. */
export function priorityOf(item: { priority?: unknown }): InventoryPriority {
  return inventoryPriorityOf(item.priority);
}

/** The labels of the fields of a change, and where the item has their values. */
const ITEM_MEMBERS: Members = {
  ...Object.fromEntries(
    ITEM_FIELDS.map((field) => [field.name, { label: field.title, of: (item) => editedValue(item, field) }]),
  ),
  priority: { label: 'Priority', of: priorityOf },
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
  customFields: CUSTOM_FIELDS,
};

/** @param draftKey of the form that changes the item */
export function useChangeItem(item: InventoryItem, draftKey?: string) {
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

/**
 * Fills from the text of the selected license in the library; if it has none, from the text found in the files. Returns
 * a text that says what was done.
 */
export function useFillNotices(inventoryId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (overwrite: boolean) => {
      const params = { path: { inventoryId }, query: { overwrite } };
      return (await bodyOf(api.PUT('/inventories/{inventoryId}/notices', { params }))).message;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['inventories', inventoryId] }),
  });
}

/** Fills the texts of all items of the project, in a job. */
export function useQueueNotices(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (overwriteAll: boolean) =>
      bodyOf(api.POST('/jobs/notices/{projectId}', { params: { path: { projectId }, query: { overwriteAll } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}

export interface NewItem extends ItemChange {
  name: string;
  inventoryType: (typeof inventoryTypeValues)[number];
}

/** If paths are given, their files are added to the new item. If the server refuses that, the item is kept. */
export function useCreateItem(projectId: number, paths?: Paths) {
  const again = useTiesAgain();
  return useMutation({
    async mutationFn(inventoryModel: NewItem) {
      const { id } = await bodyOf(api.POST('/inventories', { body: { projectId, inventoryModel } }));
      if (paths)
        await addFiles(id, paths).catch((error) =>
          notifyRefused(`${inventoryModel.name} was created, but its files were not added`, error),
        );
      return { id };
    },
    onSuccess: again,
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
