// Views of lists that a user keeps: of files and of inventory items.
import type { Recorder } from './recorder.ts';

export async function tellOfFileViews(projectId: number, { say, refuse }: Recorder): Promise<void> {
  const params = { projectId };
  const body = { name: 'Bundled', settings: { filter: { role: 'bundled' }, groupBy: 'FOLDER' } };
  const { id: viewId } = (await say('createFileView', { params, body })) as unknown as { id: number };
  await say('listFileViews', { params });
  const ofView = { projectId, viewId };
  await say('updateFileView', { params: ofView, body: { name: 'Parts of others' } });
  await say('deleteFileView', { params: ofView });
  await refuse('deleteFileView', { params: ofView }, 404);
}

export async function tellOfInventoryViews(projectId: number, { say, refuse }: Recorder): Promise<void> {
  const params = { projectId };
  const settings = { filter: { priority: 'P1' }, groupBy: 'LICENSE', sort: '-files' };
  const view = await say('createInventoryView', { params, body: { name: 'Urgent', settings } });
  await refuse('createInventoryView', { params, body: { name: 'urgent', settings } }, 400);
  await say('listInventoryViews', { params });
  const ofView = { projectId, viewId: (view as unknown as { id: number }).id };
  await say('updateInventoryView', { params: ofView, body: { name: 'Very urgent' } });
  await say('deleteInventoryView', { params: ofView });
  await refuse('deleteInventoryView', { params: ofView }, 404);
}
