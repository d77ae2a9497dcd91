// The operations that every type of source beside source control has: images and packages differ in what is sent and in their words alone.
import type { TObject } from 'typebox';
import { onProject, projectIn } from '../../http/access.ts';
import { Created, Id, Message, type Static, Type } from '../../http/models/schemas.ts';
import { created, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import type { InstancePlace } from '../../scm/passwords.ts';
import * as operations from './operations.ts';
import { InstanceQuery } from './schemas.ts';

export const ProjectPath = Type.Object({ projectId: Id('Project') });
const SourcePath = Type.Object({ projectId: Id('Project'), instanceId: InstanceQuery.properties.instanceId });

export interface SourceKind<Body extends TObject> {
  type: InstancePlace['scmType'];
  group: string;
  /** In ids and paths of operations: `createImageSource`, `imageSources`. */
  name: 'Image' | 'Package';
  body: Body;
  inputOf(body: Static<Body>): operations.ScmInput;
  words: { creates: string; replaces: string; deletes: string; tests: string; invalid: string; untested: string };
}

/** Creates, replaces, deletes and tests sources of a type. */
export function sourceRoutes<Body extends TObject>(kind: SourceKind<Body>): Route[] {
  const { type, group, name, words } = kind;
  const path = `/projects/{projectId}/${name.toLowerCase()}Sources`;
  const one = `${path}/{instanceId}`;
  const shared = { isExtra: true, group, access: onProject('EDIT_SCM', projectIn('params')) } as const;
  const missing = { 404: { description: 'No such project or source' } };
  const invalid = { 400: { description: words.invalid } };
  const place = ({ projectId, instanceId }: Static<typeof SourcePath>) => ({ projectId, scmType: type, instanceId });
  return [
    route({
      ...shared,
      id: `create${name}Source`,
      method: 'POST',
      path,
      summary: words.creates,
      params: ProjectPath,
      body: kind.body,
      responses: {
        201: { description: 'Created', schema: Created },
        ...invalid,
        404: { description: 'No such project' },
      },
      run: async ({ app, params, body }) =>
        created(
          await operations.createInstance(app, params.projectId, type, kind.inputOf(body as Static<Body>)),
          'Created',
        ),
    }),
    route({
      ...shared,
      id: `update${name}Source`,
      method: 'PUT',
      path: one,
      summary: words.replaces,
      params: SourcePath,
      body: kind.body,
      responses: { 200: { description: 'Ok', schema: Message }, ...invalid, ...missing },
      async run({ app, params, body }) {
        await operations.changeInstance(app, place(params), kind.inputOf(body as Static<Body>));
        return done('Ok');
      },
    }),
    route({
      ...shared,
      id: `delete${name}Source`,
      method: 'DELETE',
      path: one,
      summary: words.deletes,
      params: SourcePath,
      responses: { 200: { description: 'Ok', schema: Message }, ...missing },
      async run({ app, params }) {
        await operations.removeInstance(app, place(params));
        return done('Ok');
      },
    }),
    route({
      ...shared,
      id: `test${name}Source`,
      method: 'POST',
      path: `${one}/test`,
      summary: words.tests,
      params: SourcePath,
      responses: {
        200: { description: 'Ok, and what was found', schema: Message },
        400: { description: words.untested },
        ...missing,
      },
      run: async ({ app, params, signal }) => done(await operations.testConnection(app, place(params), signal)),
    }),
  ];
}
