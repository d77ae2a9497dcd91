// Single components of Dependency-Track, and what needs what.
import type { App } from '../../../app.ts';
import { eachItemOf } from '../../../db/inventories/item-lists.ts';
import { getItem } from '../../../db/inventories/items.ts';
import { listNeededByNone, listNeeds } from '../../../db/inventories/links.ts';
import { installationId } from '../../../db/site-settings.ts';
import { uuidOf } from '../../../domain/projects/keyed-uuids.ts';
import { AppError, notFound } from '../../../errors.ts';
import { componentOf, MOST_DOCUMENT_ITEMS } from './documents.ts';
import { describeProject } from './reading.ts';

/** Programs parse the member: it is a text with JSON. */
const needsText = (installation: string, ids: readonly number[] = []): { directDependencies?: string } =>
  ids.length === 0
    ? {}
    : { directDependencies: JSON.stringify(ids.map((id) => ({ uuid: uuidOf(installation, 'component', id) }))) };

export async function oneComponent(app: App, itemId: number) {
  const installation = await installationId(app.db);
  const item = await getItem(app.db, itemId);
  if (item.type !== 'COMPONENT') throw notFound('Component', itemId);
  const needs = await listNeeds(app.db, [itemId]);
  return {
    ...componentOf(item, installation),
    ...needsText(installation, needs.get(itemId)),
    project: await describeProject(app, item.project_id),
  };
}

/** Those that no other component needs, as an inventory does not keep what its project itself asks for. */
export async function directDependenciesOf(app: App, projectId: number) {
  const ids = await listNeededByNone(app.db, projectId, MOST_DOCUMENT_ITEMS + 1);
  if (ids.length > MOST_DOCUMENT_ITEMS)
    throw new AppError('tooLarge', {
      message: `The project has more than ${MOST_DOCUMENT_ITEMS} components that no other needs; at most that many are answered.`,
    });
  return graphNodes(app, ids);
}

export async function dependenciesOfComponent(app: App, itemId: number) {
  const needs = await listNeeds(app.db, [itemId]);
  return graphNodes(app, needs.get(itemId) ?? []);
}

async function graphNodes(app: App, ids: readonly number[]) {
  const installation = await installationId(app.db);
  const nodes = [];
  for await (const batch of eachItemOf(app.db, Float64Array.from(ids))) {
    const needs = await listNeeds(
      app.db,
      batch.map(({ id }) => id),
    );
    for (const item of batch) {
      const { uuid, name, version, purl } = componentOf(item, installation);
      nodes.push({
        uuid,
        name,
        version,
        ...(purl !== undefined && { purl }),
        ...needsText(installation, needs.get(item.id)),
      });
    }
  }
  return nodes;
}
