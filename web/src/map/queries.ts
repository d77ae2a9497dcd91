// The query of the map of a code base.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { MapSearch } from './search.ts';

export function codebaseMapQuery(projectId: number, { below: folderPath = '', area }: MapSearch) {
  const query = { folderPath, area: area === 'files' ? 'FILES' : 'SIZE' } as const;
  return queryOptions({
    queryKey: ['files', 'map', projectId, query],
    queryFn: () => bodyOf(api.GET('/projects/{projectId}/codebaseMap', { params: { path: { projectId }, query } })),
    placeholderData: keepPreviousData,
  });
}
