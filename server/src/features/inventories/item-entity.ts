// The members of an inventory item that people edit: its version for optimistic locking is a digest of them.
import { sentItemFields } from '../../domain/inventories/inventory-fields.ts';
import { entity } from '../../http/entities.ts';
import * as operations from './operations.ts';

const fields = sentItemFields.map(({ shownName }) => shownName as string);
const [name = 'name', ...beforeComponent] = fields.slice(0, 4);

/** Keep this order: the digest depends on it, so another order would make all versions that clients hold stale. */
export const itemEntity = entity({
  name: 'inventory item',
  alsoNoted: ['inventoryReviewStatus'],
  members: [
    ...[name, 'type', ...beforeComponent, 'componentId', 'componentVersionId', 'selectedLicenseId'],
    ...[...fields.slice(4), 'provenanceInventoryId', 'customFields'],
  ],
  load: ({ app, params }) => operations.describeItem(app, params.inventoryId),
  loadMembers: ({ app, params }) => operations.describeItem(app, params.inventoryId, true),
});
