// Settings of the installation (not in the interface document).
import { countOf } from '../../domain/count-text.ts';
import { permission } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { DataOf, Message, Queued } from '../../http/models/schemas.ts';
import { accepted, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { queueCollection } from '../../jobs/content-collection/due.ts';
import { queueVerification } from '../../jobs/store-verification/due.ts';
import * as operations from './operations.ts';
import { SiteSettings, SiteSettingsInput, StoreState } from './schemas.ts';

const group = 'Site settings';

const settings = entity({
  name: 'site configuration',
  unrecorded: ['sbomExportUrl', 'sbomExportToken', 'reportLogo'],
  members: Object.keys(SiteSettings.properties),
  load: ({ app }) => operations.describeSiteSettings(app),
});

export const siteSettingsRoutes: Route[] = [
  route({
    id: 'getSiteSettings',
    method: 'GET',
    path: '/siteSettings',
    group,
    isExtra: true,
    summary: 'Settings of the whole installation',
    access: permission('system_admin'),
    shows: settings,
    responses: { 200: { description: 'The settings', schema: DataOf(SiteSettings) } },
    run: async ({ app }) => data(await operations.describeSiteSettings(app)),
  }),
  route({
    id: 'setSiteSettings',
    method: 'PUT',
    path: '/siteSettings',
    group,
    isExtra: true,
    summary: 'Changes settings of the whole installation; omitted members stay unchanged',
    description:
      'sbomExportToken must be given again when sbomExportUrl or sbomExportForm changes. Jobs that ended longer ago than jobRetentionDays are removed within the hour, with their logs. The last scan of a project and the jobs behind stored reports stay.',
    access: permission('system_admin'),
    body: SiteSettingsInput,
    edits: settings,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'The token is not given again' },
    },
    async run({ app, caller, body }) {
      const settled = await operations.changeSiteSettings(app, caller, body);
      const told =
        settled === 0
          ? ''
          : ` ${countOf(settled, 'inventory item')} ${settled === 1 ? 'is' : 'are'} under another license by the new order.`;
      return done(`Site settings updated successfully.${told}`);
    },
  }),
  route({
    id: 'getStoreState',
    method: 'GET',
    path: '/store',
    group,
    isExtra: true,
    summary:
      'Damage found by verifications of the store, the time of the next one, and the last deletion of contents that nothing needs',
    access: permission('system_admin'),
    responses: { 200: { description: 'The state', schema: DataOf(StoreState) } },
    run: async ({ app }) => data(await operations.describeStore(app)),
  }),
  route({
    id: 'collectContents',
    method: 'POST',
    path: '/store/collect',
    group,
    isExtra: true,
    summary: 'Queues the deletion of all stored contents that nothing needs any more (Data Garbage Collection)',
    description:
      'Runs by itself after deletions, and once a day. The details of the job say what was deleted, and what has to wait and why.',
    access: permission('system_admin'),
    responses: {
      202: { description: 'Queued', schema: Queued },
      409: { description: 'A collection is open' },
    },
    async run({ app, caller }) {
      const id = await queueCollection(app, caller.id);
      return accepted(`Deleted contents are removed in the background with the job ID: ${id}`, { id });
    },
  }),
  route({
    id: 'verifyStore',
    method: 'POST',
    path: '/store/verify',
    group,
    isExtra: true,
    summary: 'Queues a verification of all stored files; the log of the job names each damaged file',
    description:
      'The job ends as Completed even if it finds damage; its details say how much. Uploading a code base again repairs its damaged files.',
    access: permission('system_admin'),
    responses: {
      202: { description: 'Queued', schema: Queued },
      409: { description: 'A verification is open' },
    },
    async run({ app, caller }) {
      const id = await queueVerification(app, caller.id);
      return accepted(`The store is read in the background with the job ID: ${id}`, { id });
    },
  }),
];
