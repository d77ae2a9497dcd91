// What administrators do with the sources of advisories.
import { api, bodyOf, sendFile } from '../../api/client.ts';
import type { AdvisorySourceChange } from '../../api/models.ts';
import { useVulnerabilityChange } from '../../vulnerabilities/queries.ts';

/** Answers the job's id. */
export const useUpdateAdvisories = () =>
  useVulnerabilityChange((source: string | undefined) =>
    bodyOf(api.POST('/advisories/update', { body: source === undefined ? {} : { source } })),
  );

export const useSetSource = () =>
  useVulnerabilityChange(({ sourceName, ...body }: AdvisorySourceChange & { sourceName: string }) =>
    bodyOf(api.PUT('/advisories/sources/{source}', { params: { path: { source: sourceName } }, body })),
  );

export const useRemoveSource = (source: string) =>
  useVulnerabilityChange((_: undefined) =>
    bodyOf(api.DELETE('/advisories/sources/{source}', { params: { path: { source } } })),
  );

/** Answers the job's id. */
export const useImportAdvisories = () =>
  useVulnerabilityChange(({ source, file }: { source: string; file: File }) =>
    sendFile(`/advisories/import?source=${encodeURIComponent(source)}`, file),
  );
