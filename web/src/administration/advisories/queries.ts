// What administrators do with the sources of advisories.
import { API_ROOT, api, bodyOf, refusalOf } from '../../api/client.ts';
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
  useVulnerabilityChange(async ({ source, file }: { source: string; file: File }) => {
    const response = await fetch(`${API_ROOT}/advisories/import?source=${encodeURIComponent(source)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'X-Assay-Request': '1',
        'X-File-Name': encodeURIComponent(file.name),
      },
      body: file,
    });
    if (!response.ok) throw await refusalOf(response);
    return (await response.json()) as { id: number };
  });
