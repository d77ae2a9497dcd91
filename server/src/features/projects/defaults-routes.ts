// Project defaults: the interface document names them but has no operation that sets them.
import { permission } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { DataOf, Message } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as defaults from './defaults.ts';
import { ProjectDefaults, ProjectDefaultsInput } from './schemas.ts';

const group = 'Project defaults';

const projectDefaults = entity({
  name: 'list of project defaults',
  members: Object.keys(ProjectDefaults.properties),
  load: ({ app }) => defaults.describeDefaults(app),
});

export const projectDefaultsRoutes: Route[] = [
  route({
    id: 'getProjectDefaults',
    method: 'GET',
    path: '/projectDefaults',
    group,
    isExtra: true,
    summary: 'The values of a new project that its creator does not give',
    access: permission('system_admin'),
    shows: projectDefaults,
    responses: { 200: { description: 'The defaults', schema: DataOf(ProjectDefaults) } },
    run: async ({ app }) => data(await defaults.describeDefaults(app)),
  }),
  route({
    id: 'setProjectDefaults',
    method: 'PUT',
    path: '/projectDefaults',
    group,
    isExtra: true,
    summary: 'Changes project defaults; omitted members stay unchanged',
    description: 'Existing projects do not change. Each new project gives the named users their roles.',
    access: permission('system_admin'),
    body: ProjectDefaultsInput,
    edits: projectDefaults,
    responses: { 200: { description: 'Changed', schema: Message } },
    async run({ app, body }) {
      await defaults.changeDefaults(app, body);
      return done('Project defaults updated successfully.');
    },
  }),
];
