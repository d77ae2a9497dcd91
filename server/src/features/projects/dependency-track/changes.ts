// Changes of projects by programs for Dependency-Track: name, version, description, tags and parent.
import type { App } from '../../../app.ts';
import { joinedDb } from '../../../db/postgres/joined.ts';
import { getProject } from '../../../db/projects/projects.ts';
import { setTags } from '../../../db/projects/tags.ts';
import { versionedName, wholeName } from '../../../domain/inventories/versioned-names.ts';
import { badRequest, notFound } from '../../../errors.ts';
import type { Requester } from '../../../http/call.ts';
import { linkChildren } from '../family.ts';
import { changeProject, createProject } from '../operations.ts';
import type { TrackedProjectChange } from './schemas.ts';
import { tagsOf } from './tags.ts';
import { idNamed } from './uuids.ts';

interface ChangeCall extends Requester {
  app: App;
}

const LONGEST_NAME = 255;

/** All of it or nothing. */
export async function changeTracked(call: ChangeCall, projectId: number, change: TrackedProjectChange): Promise<void> {
  await inOne(call, async (within) => {
    const known = versionedName((await getProject(within.app.db, projectId)).name);
    const isRenamed = change.name !== undefined || change.version !== undefined;
    const name = nameOf({ name: change.name ?? known.name, version: change.version ?? known.version });
    const { description } = change;
    if (isRenamed || description !== undefined)
      await changeProject(within.app, call.caller, projectId, {
        ...(isRenamed && { name }),
        ...(description !== undefined && { description }),
      });
    await tagAndLink(within, projectId, change);
  });
}

export async function createTracked(call: ChangeCall, project: TrackedProjectChange & { name: string }) {
  return inOne(call, async (within) => {
    const { name, version = '', description } = project;
    const whole = nameOf({ name, version });
    const id = await createProject(within.app, call.caller, {
      ...{ name: whole, ...(description !== undefined && { description }) },
    });
    await tagAndLink(within, id, project);
    return id;
  });
}

function nameOf(name: { name: string; version: string }): string {
  const whole = wholeName(name);
  if (whole.length > LONGEST_NAME)
    throw badRequest(`The fields "name" and "version" must have at most ${LONGEST_NAME} characters together`);
  return whole;
}

function inOne<T>(call: ChangeCall, work: (within: ChangeCall) => Promise<T>): Promise<T> {
  return call.app.db.transaction().execute((tx) => work({ ...call, app: { ...call.app, db: joinedDb(tx) } }));
}

async function tagAndLink({ app, caller, authorize }: ChangeCall, id: number, { tags, parent }: TrackedProjectChange) {
  if (tags !== undefined) await setTags(app.db, id, tagsOf(tags.map(({ name = '' }) => name)));
  if (parent === undefined) return;
  const missing = notFound('Parent project', parent.uuid);
  const parentId = await idNamed(app, 'project', parent.uuid);
  if (parentId === undefined) throw missing;
  await authorize('EDIT_CHILDREN', { projectId: parentId, missing }, app.db);
  await linkChildren(app, caller, parentId, [id]);
}
