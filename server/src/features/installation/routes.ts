// The state of the installation, for system administrators (not in the interface document).
import { permission } from '../../http/access.ts';
import { DataOf, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Installation, InstallationStorage, TokenOfAll } from './schemas.ts';

const group = 'Installation';
const access = permission('system_admin');

export const installationRoutes: Route[] = [
  route({
    id: 'getInstallation',
    method: 'GET',
    path: '/installation',
    group,
    isExtra: true,
    summary:
      'Server, database, disks, workers, queue, the last backup, verification and collection, and the state of the audit log',
    access,
    responses: { 200: { description: 'The state now', schema: DataOf(Installation) } },
    run: async ({ app }) => data(await operations.describeInstallation(app)),
  }),
  route({
    id: 'getInstallationStorage',
    method: 'GET',
    path: '/installation/storage',
    group,
    isExtra: true,
    summary: 'What the parts of the data folder, the store and the largest tables take on the disk',
    description: 'Folders are measured at most once a minute.',
    access,
    responses: { 200: { description: 'Sizes', schema: DataOf(InstallationStorage) } },
    run: async ({ app }) => data(await operations.describeStorage(app)),
  }),
  route({
    id: 'listAllTokens',
    method: 'GET',
    path: '/installation/tokens',
    group,
    isExtra: true,
    summary: 'The API tokens of all users, newest first, with owner, scope, expiry and last use, without their text',
    access,
    query: Type.Object({
      find: Type.Optional(
        Text(255, 'Part of the login, the name of the owner or the name of the token, upper or lower case'),
      ),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Tokens', schema: PageOf(TokenOfAll) } },
    async run({ app, query }) {
      const { tokens, paging } = await operations.listAllTokens(app, query.find, newPage(query));
      return data(tokens, paging);
    },
  }),
];
