// What of an inventory item people edit, for the comparison of versions.
import { sentItemFields } from '../../domain/inventory-fields.ts';
import { entity } from '../../http/entities.ts';
import * as operations from './operations.ts';

const fields = sentItemFields.map(({ shownName }) => shownName as string);
const [name = 'name', ...beforeComponent] = fields.slice(0, 4);

/** Versions are digests of these in this order: another order would make the versions that clients hold stale. */
export const itemEntity = entity({
  name: 'inventory item',
  members: [
    ...[name, 'type', ...beforeComponent, 'componentId', 'componentVersionId', 'selectedLicenseId'],
    ...[...fields.slice(4), 'provenanceInventoryId', 'customFields'],
  ],
  load: ({ app, params }) => operations.describeItem(app, params.inventoryId),
});
