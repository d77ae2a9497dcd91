// Groups whose items are all marked. The ids of their items come from the server when a group is marked: what joins the group later is not marked.
import { useQueryClient } from '@tanstack/react-query';
import type { MarkedRows } from '../bulk/marked-rows.ts';
import { notifyRefused } from '../elements/notify.ts';
import { fetchIds, type GroupRow, groupIdsKey } from './list-queries.ts';
import type { InventorySearch } from './search.ts';

interface MarkedGroupsOf {
  projectId: number;
  filter: InventorySearch;
  marked: MarkedRows;
}

interface MarkedGroups {
  idsOf: (group: GroupRow) => Promise<number[]>;
  isMarked: (group: GroupRow) => boolean;
  toggle: (group: GroupRow) => void;
}

export function useMarkedGroups({ projectId, filter, marked }: MarkedGroupsOf): MarkedGroups {
  const queryClient = useQueryClient();
  const keyOf = ({ by, key }: GroupRow) => groupIdsKey(projectId, filter, { by, key });
  const idsOf = (group: GroupRow) =>
    queryClient.fetchQuery({
      queryKey: keyOf(group),
      queryFn: () => fetchIds(projectId, filter, { by: group.by, key: group.key }),
      staleTime: 0,
      // While its rows are marked, the box of the group needs them.
      gcTime: Number.POSITIVE_INFINITY,
    });
  const isMarked = (group: GroupRow) => {
    if (marked.count === 0) return false;
    if (marked.isAll && marked.ids.length === 0) return true;
    const ids = queryClient.getQueryData<number[]>(keyOf(group));
    return ids !== undefined && ids.length > 0 && ids.every(marked.has);
  };
  return {
    idsOf,
    isMarked,
    toggle: (group) => {
      const isWanted = !isMarked(group);
      idsOf(group).then(
        (ids) => marked.markSome(ids, isWanted),
        (error: unknown) => notifyRefused(`${group.title} was not marked`, error),
      );
    },
  };
}
