// Queries for licenses of the library: one license with its text, and changes of custom ones.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../../api/client.ts';
import type { NewLicense } from '../../api/models.ts';
import { licensesQuery } from '../../choices/library-queries.ts';
import type { Members } from '../../editing/both-texts.ts';
import { useSaveOver, type Versioned } from '../../editing/save-over.ts';
import { PAGE_ROWS } from '../../table/paged-rows.ts';

export function licenseQuery(shortName: string) {
  return queryOptions({
    queryKey: ['library', 'license', shortName],
    queryFn: async () => (await bodyOf(api.GET('/licenses/{shortName}', { params: { path: { shortName } } }))).data,
  });
}

function useLicenseChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: licensesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['library', 'license'] }),
        queryClient.invalidateQueries({ queryKey: ['license-rules'] }),
      ]),
  });
}

export function useCreateLicense() {
  return useLicenseChange((body: NewLicense) => bodyOf(api.POST('/licenses', { body })));
}

/** Where a license has the values of the fields of a change. */
const LICENSE_MEMBERS: Members = {
  licenseText: { label: 'License text', of: ({ text }) => text },
  priority: { label: 'Priority', of: ({ priority }) => `P${priority}` },
  familyName: { label: 'Family' },
  url: { label: 'URL' },
};

export function useChangeLicense(licenseId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown, LICENSE_MEMBERS);
  return useLicenseChange((change: NewLicense) =>
    saveOver(change, (body) => bodyOf(api.PUT('/licenses/{licenseId}', { params: { path: { licenseId } }, body }))),
  );
}

export function useDeleteLicense(licenseId: number) {
  return useLicenseChange((_: undefined) =>
    bodyOf(api.DELETE('/licenses/{licenseId}', { params: { path: { licenseId } } })),
  );
}

/** `named` is an id or a short name. */
export function licensePageQuery(named: string) {
  return queryOptions({
    queryKey: ['library', 'license', named, 'page'],
    queryFn: async () =>
      (await bodyOf(api.GET('/library/licenses/{license}', { params: { path: { license: named } } }))).data,
  });
}

const TEXTS_SHOWN = 5;

export function licenseTextsQuery(licenseId: number) {
  return infiniteQueryOptions({
    queryKey: ['library', 'license', licenseId, 'texts'],
    queryFn: ({ pageParam }) =>
      pageOf(
        api.GET('/library/licenses/{licenseId}/texts', {
          params: { path: { licenseId }, query: { offset: pageParam, limit: TEXTS_SHOWN } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * TEXTS_SHOWN < total ? pages.length + 1 : undefined),
  });
}

export const FOUND_LICENSES_KEY = [...licensesQuery.queryKey, 'found'] as const;

export function fetchFoundLicenses(search: { find?: string; custom?: boolean }, page: number) {
  const query = { find: search.find ?? '', custom: search.custom ?? false, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/library/licenses', { params: { query } }));
}
