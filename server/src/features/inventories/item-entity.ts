// What of an inventory item people edit, for the comparison of versions.
import { entity } from '../../http/entities.ts';
import * as operations from './operations.ts';

export const itemEntity = entity({
  name: 'inventory item',
  members: [
    ...['name', 'type', 'priority', 'url', 'description', 'componentId', 'componentVersionId', 'selectedLicenseId'],
    ...['confidence', 'noticesText', 'auditNotes', 'usageGuidance', 'remediationNotes', 'disclosed', 'distribution'],
    ...['partOfProduct', 'linking', 'modified', 'encryption', 'workflowURL', 'provenanceInventoryId', 'customFields'],
  ],
  load: ({ app, params }) => operations.describeItem(app, params.inventoryId),
});
