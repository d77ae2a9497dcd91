// The items of a project as reports have them, for requests.
import type { App } from '../../app.ts';
import { items } from '../../report-runs/items.ts';

export const presentItems = (app: App, projectId: number) =>
  items({ app, checkpoint: () => Promise.resolve() }, projectId, {});
