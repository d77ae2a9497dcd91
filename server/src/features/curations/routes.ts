// Curated facts (not in the interface document): sources have names, are read from files, and can be switched on and off.
import { permission, signedIn } from '../../http/access.ts';
import { ListOf, Message, PageOf, PageQuery, Queued, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { accepted, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { CuratedFact, CurationSource, CurationSourceChange, sourceName } from './schemas.ts';

const group = 'Curated facts';
const keeps = permission('system_admin', 'library_manager');
const params = Type.Object({ source: sourceName });
const missing = { 404: { description: 'No such source' } };

export const curationRoutes: Route[] = [
  route({
    id: 'listCurationSources',
    method: 'GET',
    path: '/curations',
    group,
    isExtra: true,
    summary: 'Lists sources of curated facts, the highest priority first',
    access: signedIn(),
    responses: { 200: { description: 'Sources', schema: ListOf(CurationSource) } },
    run: async ({ app }) => data(await operations.listSources(app)),
  }),
  route({
    id: 'importCurations',
    method: 'POST',
    path: '/curations/import',
    group,
    isExtra: true,
    summary: 'Queues the import of curated facts in the form of ClearlyDefined or ORT, or an archive of such files',
    description: 'They replace all facts of the source. A new source has no effect until it is switched on.',
    access: keeps,
    query: Type.Object({ source: sourceName }),
    body: {
      raw: 'The file; the header X-File-Name gives its name',
      largestBytes: operations.MOST_UPLOAD_BYTES,
    },
    responses: {
      202: { description: 'Queued', schema: Queued },
      413: { description: 'Too large' },
      409: { description: 'Too many imports and updates of the library are waiting' },
    },
    async run({ app, caller, stream, headers, query }) {
      const fileName = [headers['x-file-name']].flat()[0] ?? '';
      const id = await operations.queueImport(app, caller, stream, { ...query, fileName });
      return accepted(`The curated facts are imported in the background with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'listCurations',
    method: 'GET',
    path: '/curations/{source}',
    group,
    isExtra: true,
    summary: 'Lists the facts of a source',
    access: signedIn(),
    params,
    query: Type.Object({ ...PageQuery, find: Type.Optional(Text(500, 'Part of the package URL')) }),
    responses: { 200: { description: 'Facts', schema: PageOf(CuratedFact) }, ...missing },
    async run({ app, params, query: { find = '', ...query } }) {
      const { facts, paging } = await operations.listFacts(app, params.source, find, newPage(query));
      return data(facts, paging);
    },
  }),
  route({
    id: 'setCurationSource',
    method: 'PUT',
    path: '/curations/{source}',
    group,
    isExtra: true,
    summary: 'Switches a source on or off, or changes its priority, with effect from the next scan of each project',
    access: keeps,
    params,
    body: CurationSourceChange,
    responses: { 200: { description: 'Changed', schema: Message }, ...missing },
    async run({ app, params, body }) {
      await operations.changeSource(app, params.source, body);
      return done('Source of curated facts updated successfully.');
    },
  }),
  route({
    id: 'deleteCurationSource',
    method: 'DELETE',
    path: '/curations/{source}',
    group,
    isExtra: true,
    summary: 'Removes a source with its facts',
    access: keeps,
    params,
    responses: { 200: { description: 'Removed', schema: Message }, ...missing },
    async run({ app, params }) {
      await operations.removeSource(app, params.source);
      return done('Source of curated facts deleted successfully.');
    },
  }),
];
