// Query for the changes that the last scan made to the inventory.
import { api } from '../api/client.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

/** The answer of this operation is a plain list without an envelope. */
export async function fetchChanges(projectId: number, page: number) {
  const params = { path: { projectId }, query: { page, size: PAGE_ROWS } };
  const { data, response } = await api.GET('/project/inventoryDeltaFromLastScan/{projectId}', { params });
  const rows = data?.inventoryItems ?? [];
  return { rows, total: Number(response.headers.get('Total-records') ?? rows.length) };
}
