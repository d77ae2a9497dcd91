// What the addresses of Dependency-Track have in common: when they exist, and how they name a project.
import { findItemProject } from '../../../db/inventories/items.ts';
import { siteSettings } from '../../../db/site-settings.ts';
import { notFound } from '../../../errors.ts';
import type { ProjectSource } from '../../../http/access.ts';
import type { Call } from '../../../http/call.ts';
import { Text, Type } from '../../../http/models/schemas.ts';
import { idNamed } from './uuids.ts';

/** What all of them share. */
export const shared = {
  group: 'Dependency-Track',
  isExtra: true,
  isAtRoot: true,
  takesApiKey: true,
  isOn: async ({ db }: Call<unknown, unknown, unknown>['app']) => (await siteSettings(db)).dependencyTrackUploads,
} as const;

export const params = Type.Object({ uuid: Text(100, 'UUID') });
export const missing = { 404: { description: 'No such project, or the site does not offer these addresses' } };
export const off = { 404: { description: 'The site does not offer these addresses' } };

export const projectOfUuid: ProjectSource = {
  name: 'params.uuid',
  async find({ app, params }) {
    const { uuid } = params as { uuid: string };
    return { projectId: await idNamed(app, 'project', uuid), missing: notFound('Project', uuid) };
  },
};

export const projectOfComponent: ProjectSource = {
  name: 'params.uuid of a component',
  async find({ app, params }) {
    const { uuid } = params as { uuid: string };
    const id = await idNamed(app, 'component', uuid);
    return {
      projectId: id === undefined ? undefined : await findItemProject(app.db, id),
      missing: notFound('Component', uuid),
    };
  },
};

export const projectOfBody: ProjectSource = {
  name: 'body.uuid',
  isInBody: true,
  async find({ app, body }) {
    const { uuid } = body as { uuid: string };
    return { projectId: await idNamed(app, 'project', uuid), missing: notFound('Project', uuid) };
  },
};

export const idIn = async (call: { app: Call<unknown, unknown, unknown>['app']; params: { uuid: string } }) => {
  const id = await idNamed(call.app, 'project', call.params.uuid);
  if (id === undefined) throw notFound('Project', call.params.uuid);
  return id;
};

export const componentIn = async (call: { app: Call<unknown, unknown, unknown>['app']; params: { uuid: string } }) => {
  const id = await idNamed(call.app, 'component', call.params.uuid);
  if (id === undefined) throw notFound('Component', call.params.uuid);
  return id;
};
