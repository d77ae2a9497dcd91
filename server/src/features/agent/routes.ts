// The first request of scan agents and report scripts: which release the server is compatible with.
import { signedIn } from '../../http/access.ts';
import { LegacyOf, Type } from '../../http/models/schemas.ts';
import { INTERFACE_RELEASE } from '../../http/release-page.ts';
import { legacy } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';

export const agentRoutes: Route[] = [
  route({
    id: 'agentSupports',
    method: 'GET',
    path: '/v1/agent/supports',
    group: 'Agents',
    family: 'legacy',
    isExtra: true,
    summary: 'The release of the interface, as a text that holds JSON',
    access: signedIn(),
    responses: {
      200: {
        description: 'JSON text with the member fnci.release.name',
        schema: LegacyOf(Type.String(), 'LegacyText'),
      },
    },
    run: async () => legacy(JSON.stringify({ 'fnci.release.name': INTERFACE_RELEASE })),
  }),
];
