// Licenses of the library: one with its text, and what library managers do to custom ones.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import { licensesQuery } from '../inventory/library-queries.ts';

export type LicenseSummary = Awaited<ReturnType<NonNullable<typeof licensesQuery.queryFn>>>[number];
export type LicenseInput = paths['/licenses']['post']['requestBody']['content']['application/json'];

export function licenseQuery(shortName: string) {
  return queryOptions({
    queryKey: ['library', 'license', shortName],
    queryFn: async () => (await bodyOf(api.GET('/licenses/{shortName}', { params: { path: { shortName } } }))).data,
  });
}

export type License = Awaited<ReturnType<NonNullable<ReturnType<typeof licenseQuery>['queryFn']>>>;

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
  return useLicenseChange((body: LicenseInput) => bodyOf(api.POST('/licenses', { body })));
}

export function useChangeLicense(licenseId: number) {
  return useLicenseChange((body: LicenseInput) =>
    bodyOf(api.PUT('/licenses/{licenseId}', { params: { path: { licenseId } }, body })),
  );
}

export function useDeleteLicense(licenseId: number) {
  return useLicenseChange((_: undefined) =>
    bodyOf(api.DELETE('/licenses/{licenseId}', { params: { path: { licenseId } } })),
  );
}
