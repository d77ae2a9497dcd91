// Settings of the installation: operations of ours.
import { permission } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { DataOf, Message } from '../../http/schemas.ts';
import * as operations from './operations.ts';
import { SiteSettings, SiteSettingsInput } from './schemas.ts';

const group = 'Site settings';

const settings = entity({
  name: 'site configuration',
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
    summary: 'Changes settings of the whole installation; members left out stay as they are',
    description:
      'Jobs that ended longer ago than jobRetentionDays are removed within the hour, with their logs. The last scan of a project and the jobs behind stored reports stay.',
    access: permission('system_admin'),
    body: SiteSettingsInput,
    edits: settings,
    responses: { 200: { description: 'Changed', schema: Message } },
    async run({ app, body }) {
      await operations.changeSiteSettings(app, body);
      return done('Site settings updated successfully.');
    },
  }),
];
