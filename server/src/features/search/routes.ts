// The search over everything (not in the interface document).
import { visibleRows } from '../../http/access.ts';
import { DataOf, Text, Type } from '../../http/models/schemas.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { SearchAnswer, SearchKindValue } from './schemas.ts';

export const searchRoutes: Route[] = [
  route({
    id: 'searchEverything',
    method: 'GET',
    path: '/search',
    group: 'Search',
    isExtra: true,
    summary: 'Searches projects, components, licenses, vulnerabilities, tasks, files and copyright holders',
    description:
      'Files by a part of their name (of two letters: its beginning), those that begin so first, or by a whole SHA-256, SHA-1 or MD5 digest; holders by beginnings of words; all others by parts of their names. Only what the caller may see. The answer comes after at most half a second; the kinds that took longer are named in `late`: ask for each of them with `kind`.',
    access: visibleRows(),
    query: Type.Object({
      find: Text(255, 'What to look for', { minLength: 1 }),
      kind: Type.Optional(SearchKindValue('Only this kind; it may take some seconds')),
    }),
    responses: {
      200: { description: 'What was found', schema: DataOf(SearchAnswer) },
      400: { description: 'Nothing to look for' },
    },
    run: async ({ app, caller, query, signal }) => data(await operations.searchEverything(app, caller, query, signal)),
  }),
];
