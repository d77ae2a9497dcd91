// Licenses of the library: one with its text, and what library managers do to custom ones.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import type { Members } from '../elements/both-texts.ts';
import { useSaveOver, type Versioned } from '../elements/save-over.ts';
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

/** Where a license shows the members of a change. */
const LICENSE_MEMBERS: Members = {
  licenseText: { label: 'License text', of: ({ text }) => text },
  priority: { label: 'Priority', of: ({ priority }) => `P${priority}` },
  familyName: { label: 'Family' },
  url: { label: 'URL' },
};

export function useChangeLicense(licenseId: number, shown: Versioned) {
  const saveOver = useSaveOver(shown, LICENSE_MEMBERS);
  return useLicenseChange((change: LicenseInput) =>
    saveOver(change, (body) => bodyOf(api.PUT('/licenses/{licenseId}', { params: { path: { licenseId } }, body }))),
  );
}

export function useDeleteLicense(licenseId: number) {
  return useLicenseChange((_: undefined) =>
    bodyOf(api.DELETE('/licenses/{licenseId}', { params: { path: { licenseId } } })),
  );
}
