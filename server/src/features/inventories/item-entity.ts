// What of an inventory item people edit, for the comparison of versions.
import { sentItemFields } from '../../domain/inventory-fields.ts';
import { entity } from '../../http/entities.ts';
import * as operations from './operations.ts';

const [name, priority, url, description, ...fields] = sentItemFields.map(({ shownName }) => shownName as string);

/** Versions are digests of these in this order: another order would make the versions that clients hold stale. */
export const itemEntity = entity({
  name: 'inventory item',
  members: [
    ...[name!, 'type', priority!, url!, description!, 'componentId', 'componentVersionId', 'selectedLicenseId'],
    ...[...fields, 'provenanceInventoryId', 'customFields'],
  ],
  load: ({ app, params }) => operations.describeItem(app, params.inventoryId),
});
