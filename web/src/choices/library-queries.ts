// Library queries for the form that names the component of an item: components by name, their versions, and all
// licenses.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import { askedRegistriesOf } from './asked-registries.ts';

const COMPONENTS_SHOWN = 50;
const ALL_LICENSES = 10_000;

/** Components whose name or title contains all words; with `askRegistries`, also those that registries name. */
export function componentsQuery(words: string, askRegistries: boolean) {
  return queryOptions({
    queryKey: ['library', 'components', words, askRegistries],
    queryFn: async () => {
      const query = { searchBy: 'NAME', filter: 'ALL_TERMS', searchTerm: words, askRegistries } as const;
      const answer = await api.GET('/components/search', {
        params: { query: { ...query, offset: 1, limit: COMPONENTS_SHOWN } },
      });
      return { rows: answer.data?.data ?? [], asked: askedRegistriesOf(answer.response) };
    },
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
}

export function componentQuery(componentId: number) {
  return queryOptions({
    queryKey: ['library', 'component', componentId],
    queryFn: async () =>
      (await bodyOf(api.GET('/components/{componentId}', { params: { path: { componentId } } }))).data,
  });
}

export const licensesQuery = queryOptions({
  queryKey: ['library', 'licenses'],
  queryFn: async () =>
    (await bodyOf(api.GET('/licenses/listAll', { params: { query: { page: 1, size: ALL_LICENSES } } }))).data,
  staleTime: 60_000,
});

const LICENSES_SHOWN = 50;

/** Licenses that go by the words, the one that they name first. */
export function foundLicensesQuery(words: string) {
  return queryOptions({
    queryKey: ['library', 'licenses', 'found', words],
    queryFn: () =>
      pageOf(api.GET('/library/licenses', { params: { query: { find: words, offset: 1, limit: LICENSES_SHOWN } } })),
    placeholderData: keepPreviousData,
  });
}
