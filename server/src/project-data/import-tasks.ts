// Decides which tasks of imported items are made here, and who owns them.

import type { Issues } from '@assay/scanner/member-reader';
import type { Tx } from '../db/postgres/connection.ts';
import { membersAmong } from '../db/projects/members.ts';
import type { NewTask } from '../db/tasks.ts';
import { findUsersByLogins } from '../db/users/users.ts';
import type { ImportInput } from './import-rules.ts';
import type { IncomingItem, IncomingTask } from './incoming.ts';

export class ImportTasks {
  readonly #input: ImportInput;
  readonly #byItem: ReadonlyMap<string, IncomingTask[]>;
  readonly #lines: Issues;
  /** The user with the login, if the user can do tasks here; else undefined. */
  readonly #ableByLogin = new Map<string, number | undefined>();
  readonly #told = new Set<string>();

  /** @param byItem by the ids of items in the data */
  constructor(input: ImportInput, byItem: ReadonlyMap<string, IncomingTask[]>, lines: Issues) {
    this.#input = input;
    this.#byItem = byItem;
    this.#lines = lines;
  }

  /** Call it before `missing` for these items. */
  async lookUpOwners(tx: Tx, items: readonly IncomingItem[]): Promise<void> {
    const asked = items.flatMap((item) => this.#tasksOf(item).map(({ owner }) => owner));
    const logins = [...new Set(asked)].filter((login) => login !== '' && !this.#ableByLogin.has(login));
    if (logins.length === 0) return;
    const { project } = this.#input;
    const users = await findUsersByLogins(tx, logins);
    const members = await membersAmong(
      tx,
      project.id,
      [...users.values()].map(({ id }) => id),
    );
    const contacts = [project.legal_contact_id, project.security_contact_id, project.developer_contact_id];
    for (const login of logins) {
      const user = users.get(login);
      const isAble =
        user !== undefined &&
        (user.id === project.contact_id ||
          (user.is_active && (!project.is_private || contacts.includes(user.id) || members.has(user.id))));
      this.#ableByLogin.set(login, isAble ? user.id : undefined);
    }
  }

  /** The tasks in the data that the item lacks. A task that is closed in the data and open here stays open, which is reported. */
  missing(
    id: number,
    item: IncomingItem,
    standing: readonly { type: string; summary: string; is_closed: boolean }[],
  ): NewTask[] {
    const missing: NewTask[] = [];
    const { project, actor, now } = this.#input;
    for (const task of this.#tasksOf(item)) {
      const { type, summary, details, priority, owner } = task;
      const equal = standing.filter((one) => one.type === type && one.summary === summary);
      if (equal.some((one) => one.is_closed === task.isClosed)) continue;
      if (task.isClosed && equal.length > 0) {
        this.#lines.push({
          code: 'task-kept-open',
          path: item.place,
          message: `The task "${summary}" of ${item.name} is closed in the data and stays open here.`,
        });
        continue;
      }
      const ownerId = this.#ownerOf(owner, item);
      const closed = task.isClosed ? closedFacts(task, now) : undefined;
      missing.push({
        ...{ projectId: project.id, itemId: id, type, summary, details, priority },
        ...{ ownerId, createdBy: actor.id, closed },
      });
    }
    return missing;
  }

  /** The data have a task, open or closed, about the rejection of the item. */
  bringRemediation(item: IncomingItem): boolean {
    return this.#tasksOf(item).some(({ type }) => type === 'REMEDIATE_INVENTORY');
  }

  /** Names the tasks whose items were not imported. Call it after the last item. */
  reportRest(taken: ReadonlyMap<string, number>): void {
    for (const [id, tasks] of this.#byItem) {
      if (taken.has(id)) continue;
      for (const { summary } of tasks)
        this.#lines.push({
          code: 'task-left-out',
          path: 'tasks',
          message: `The task "${summary}" was left out: the item ${id} of the data, to which it belongs, is not here.`,
        });
    }
  }

  #tasksOf(item: IncomingItem): readonly IncomingTask[] {
    return item.id === undefined ? [] : (this.#byItem.get(item.id) ?? []);
  }

  /** The user with this login if they can do the task, else the project's contact, which is reported once. */
  #ownerOf(login: string, item: IncomingItem): number {
    const able = this.#ableByLogin.get(login);
    if (able !== undefined) return able;
    if (!this.#told.has(login))
      this.#lines.push({
        code: 'task-owner',
        path: item.place,
        message: `Tasks of "${login}" go to the project's contact: no user with this login can do them here.`,
      });
    this.#told.add(login);
    return this.#input.project.contact_id;
  }
}

/** Data of earlier versions lack the time. */
function closedFacts({ resolution, createdAt, closedAt }: IncomingTask, now: Date): NewTask['closed'] {
  const at = closedAt ?? now;
  return { resolution, createdAt: createdAt && createdAt < at ? createdAt : at, closedAt: at };
}
