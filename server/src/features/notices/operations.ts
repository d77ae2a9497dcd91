// The notices workbench: what the Notices report would print, and the decisions of people on it.
import type { App } from '../../app.ts';
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import { digestsOfNotices, lockItems, updateNoticeTexts } from '../../db/inventories/items.ts';
import { listTextsOfItem } from '../../db/inventories/license-texts.ts';
import { insertStatementEdits } from '../../db/inventories/statement-edits.ts';
import { getProject, lockForChange } from '../../db/projects/projects.ts';
import { type ItemDecision, recordDecisions, recordItemDecisions, statementDecision } from '../../decisions/index.ts';

import { historyOf } from '../../domain/inventories/inventory-history.ts';
import {
  cleanStatement,
  type EditedStatements,
  isPlaceholderStatement,
  type StatementState,
} from '../../domain/inventories/notice-texts.ts';
import { scopeWords } from '../../domain/inventories/shipped-scopes.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import type { NoticeGroup } from '../../reports/notices/collect.ts';
import type { NoticeEntry } from '../../reports/notices/entry.ts';
import { gapsOf } from '../../reports/notices/gaps.ts';
import { collectedNotices } from './collected.ts';
import type { NoticeStatement, NoticeTextChange, StatementEdits } from './schemas.ts';

const MOST_EXAMPLES = 5;

export interface StatementFilter {
  state?: StatementState;
  /** Part of the statement. */
  search?: string;
  /** Only statements of this item. */
  inventoryId?: number;
}

export async function listStatements(app: App, projectId: number, filter: StatementFilter, page: PageRequest) {
  const { entries, general } = await collectedNotices(app, projectId);
  const words = filter.search?.trim().toLowerCase() ?? '';
  const ofProduct = filter.inventoryId === undefined ? rowsOfProduct(general) : [];
  const rows = [...ofProduct, ...statementsOf(ofItem(entries, filter.inventoryId)).values()]
    .filter(
      (row) =>
        (filter.state === undefined || row.state === filter.state) &&
        (row.statement.toLowerCase().includes(words) || row.printed.toLowerCase().includes(words)),
    )
    .sort((a, b) => compare(a.statement || a.printed, b.statement || b.printed) || compare(a.state, b.state));
  const first = rowsBefore(page);
  return { rows: rows.slice(first, first + page.pageSize), paging: pagingOf(page, rows.length) };
}

const ofItem = (entries: readonly NoticeEntry[], id: number | undefined) =>
  id === undefined ? entries : entries.filter((entry) => entry.id === id);

/** Statements about the whole product belong to no item. */
function rowsOfProduct({ shown, removed }: EditedStatements): NoticeStatement[] {
  const rows = (state: StatementState, printed: string, from: EditedStatements['removed']) =>
    from.map(({ statement, by, at, reason }) => ({
      ...{ statement, state, printed, by, on: at, reason },
      ...{ items: 0, examples: [] },
    }));
  return [...shown.flatMap(({ text, from }) => rows('edited', text, [...from])), ...rows('removed', '', removed)];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function statementsOf(entries: readonly NoticeEntry[]): Map<string, NoticeStatement> {
  const rows = new Map<string, NoticeStatement>();
  const add = (entry: NoticeEntry, row: Omit<NoticeStatement, 'items' | 'examples'>) => {
    const key = JSON.stringify([row.state, row.statement, row.printed, row.by, row.on]);
    const known = rows.get(key) ?? { ...row, items: 0, examples: [] };
    known.items++;
    if (known.examples.length < MOST_EXAMPLES) known.examples.push({ id: entry.id, name: entry.name });
    rows.set(key, known);
  };
  const nobody = { by: '', on: '', reason: '' };
  for (const entry of entries) {
    const { shown, removed, placeholders } = entry.statements;
    for (const { text, from } of shown) {
      if (from.length === 0) add(entry, { statement: text, state: 'found', printed: text, ...nobody });
      for (const { statement, by, at, reason } of from)
        add(entry, { statement, state: 'edited', printed: text, by, on: at, reason });
    }
    for (const { statement, by, at, reason } of removed)
      add(entry, { statement, state: 'removed', printed: '', by, on: at, reason });
    for (const statement of placeholders) add(entry, { statement, state: 'placeholder', printed: '', ...nobody });
  }
  return rows;
}

/** The next report uses the edits. Each edit is a row of its own: "restore" adds a row and overwrites none. */
export async function editStatements(
  app: App,
  caller: Caller,
  projectId: number,
  { edits }: StatementEdits,
): Promise<void> {
  for (const [at, { action, value, statement }] of edits.entries()) {
    if (action === 'replace' && (value ?? '').trim() === '')
      throw badRequest(`The field "edits.${at}.value" must say what is printed instead of "${statement}".`);
    if (action !== 'strike' && isPlaceholderStatement(value ?? statement))
      throw badRequest(`The field "edits.${at}" is a line of a template without year and holder: fill them in.`);
  }
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'UPDATE_NOTICES');
    const ids = [...new Set(edits.flatMap(({ inventoryId }) => inventoryId ?? []))];
    const items = new Map((await lockItems(tx, ids)).map((item) => [item.id, item]));
    const rows = edits.map(({ statement, action, value = '', reason = '', inventoryId }) => {
      const item = inventoryId === undefined ? undefined : items.get(inventoryId);
      if (inventoryId !== undefined && item?.project_id !== projectId) throw notFound('Inventory', inventoryId);
      return {
        statement: cleanStatement(statement),
        action,
        value: value.trim(),
        reason: reason.trim(),
        identity: item?.identity ?? '',
      };
    });
    await insertStatementEdits(tx, projectId, caller, rows);
    await recordDecisions(
      tx,
      rows.map((row, at) =>
        statementDecision({ projectId, itemId: edits[at]?.inventoryId ?? null }, row, { by: 'person' }, caller.login),
      ),
    );
  });
}

export interface TextFilter {
  /** Part of the title, the text, or the name of an item. */
  search?: string;
  inventoryId?: number;
}

export async function listGroups(app: App, projectId: number, filter: TextFilter, page: PageRequest) {
  const { groups } = await collectedNotices(app, projectId);
  const words = filter.search?.trim().toLowerCase() ?? '';
  const wanted = groups.filter(
    ({ title, text, entries }) =>
      (filter.inventoryId === undefined || entries.some(({ id }) => id === filter.inventoryId)) &&
      (words === '' ||
        [title, text].some((one) => one.toLowerCase().includes(words)) ||
        entries.some(({ name }) => name.toLowerCase().includes(words))),
  );
  const first = rowsBefore(page);
  const shown = wanted.slice(first, first + page.pageSize);
  const own = await digestsOfNotices(app.db, [...new Set(shown.flatMap(({ entries }) => entries.map(({ id }) => id)))]);
  return { rows: shown.map((group) => groupForm(group, own)), paging: pagingOf(page, wanted.length) };
}

function groupForm({ number, title, text, entries }: NoticeGroup, own: ReadonlyMap<number, string>) {
  return {
    number,
    title,
    text,
    isLibraryText: entries.every(({ source }) => source === 'library'),
    items: entries.length,
    itemIds: entries.map(({ id }) => id),
    entityVersion: versionOf(
      own,
      entries.map(({ id }) => id),
    ),
    examples: entries.slice(0, MOST_EXAMPLES).map(({ id, name }) => ({ id, name })),
  };
}

/** The version of the texts of several items: the digests of the distinct texts, so that a request may change some of the items only. */
function versionOf(digests: ReadonlyMap<number, string>, itemIds: readonly number[]): string {
  return [...new Set(itemIds.map((id) => (digests.get(id) ?? '').slice(0, 12)))].toSorted().slice(0, 7).join('.');
}

const fits = (version: string, now: string) => now.split('.').every((one) => version.split('.').includes(one));

/** Gives several items the same notices text and each a line of history. Returns how many have changed. */
export async function changeTexts(
  app: App,
  caller: Caller,
  projectId: number,
  { inventoryIds, noticeText }: NoticeTextChange,
  version: string | undefined,
): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'UPDATE_NOTICES');
    const items = await lockItems(tx, [...new Set(inventoryIds)]);
    const known = new Set(items.filter((item) => item.project_id === projectId).map(({ id }) => id));
    const stranger = inventoryIds.find((id) => !known.has(id));
    if (stranger !== undefined) throw notFound('Inventory', stranger);
    const now = versionOf(await digestsOfNotices(tx, inventoryIds), inventoryIds);
    if (version !== undefined && !fits(version, now))
      throw new AppError('conflict', {
        message:
          'Somebody else has changed the notices text of these items, so nothing was saved. "data" is the current text.',
        current: { noticeText: items[0]?.notices_text ?? '', entityVersion: now },
      });
    const revisions: NewRevision[] = [];
    const decisions: ItemDecision[] = [];
    for (const item of items) {
      const revision = historyOf({ noticesText: item.notices_text }, { noticesText: noticeText }, 'User Action');
      if (!revision) continue;
      revisions.push({ projectId, itemId: item.id, user: caller, ...revision });
      const ground = { by: 'person' as const, licenseExpression: item.license_expression };
      decisions.push({ itemId: item.id, kind: 'notice-text', value: { text: noticeText }, ground });
    }
    await updateNoticeTexts(
      tx,
      decisions.map(({ itemId }) => itemId),
      noticeText,
    );
    await recordItemDecisions(tx, decisions, caller);
    await insertRevisions(tx, revisions);
    return revisions.length;
  });
}

/** What is missing in the notices of a project: the same that the end of the Notices report lists. */
export async function checkNotices(app: App, projectId: number) {
  const collected = await collectedNotices(app, projectId);
  const { name } = await getProject(app.db, projectId);
  // A report may carry the source and an address for offers; here, nobody has given them yet.
  const gaps = gapsOf(collected, { project: name, bundlesSource: true, hasContact: false });
  const failures = gaps.filter(({ isFailure, items }) => isFailure && items.length > 0);
  return {
    isComplete: failures.length === 0,
    failures: failures.reduce((sum, { items }) => sum + items.length, 0),
    items: collected.entries.length,
    texts: collected.groups.length,
    ownTexts: collected.entries.filter(({ source }) => source === 'as-found').length,
    shippedScopes: scopeWords(collected.shipped),
    notShipped: collected.notShipped.map(({ id, name, why }) => ({ id, name, reason: why })),
    gaps: gaps.map(({ items, ...gap }) => ({ ...gap, count: items.length, items })),
  };
}

export async function textsOfItem(app: App, inventoryId: number) {
  const rows = await listTextsOfItem(app.db, inventoryId);
  return rows.map(({ role, path, startLine, endLine, isComplete, expressions, text, problem }) => ({
    ...{ role, path, startLine, endLine, isComplete, expressions, text, problem },
  }));
}
