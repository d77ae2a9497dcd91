// Queries and mutations for the sources of advisories. Only administrators use them.
import { api, bodyOf, sendFile } from '../../api/client.ts';
import type { AdvisorySourceChange } from '../../api/models.ts';
import { useVulnerabilityChange } from '../../vulnerabilities/queries.ts';

/** Returns the id of the job. */
export const useUpdateAdvisories = () =>
  useVulnerabilityChange((source: string | undefined) =>
    bodyOf(api.POST('/advisories/update', { body: source === undefined ? {} : { source } })),
  );

/** Publishes an own advisory; a job imports it. */
export const useAddOwn = () =>
  useVulnerabilityChange((advisory: Record<string, unknown>) =>
    bodyOf(api.POST('/advisories/own', { body: { advisories: [advisory] } })),
  );

export const useSetSource = () =>
  useVulnerabilityChange(({ sourceName, ...body }: AdvisorySourceChange & { sourceName: string }) =>
    bodyOf(api.PUT('/advisories/sources/{source}', { params: { path: { source: sourceName } }, body })),
  );

export const useRemoveSource = (source: string) =>
  useVulnerabilityChange((_: undefined) =>
    bodyOf(api.DELETE('/advisories/sources/{source}', { params: { path: { source } } })),
  );

/** Returns the id of the job. */
export const useImportAdvisories = () =>
  useVulnerabilityChange(({ source, file }: { source: string; file: File }) =>
    sendFile(`/advisories/import?source=${encodeURIComponent(source)}`, file),
  );
