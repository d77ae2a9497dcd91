// The members of a project that people edit: its version for optimistic locking is a digest of them.
import { entity } from '../../http/entities.ts';
import * as operations from './operations.ts';

export const projectEntity = entity({
  name: 'project',
  alsoNoted: ['status'],
  members: [
    ...['name', 'description', 'folderId', 'owner', 'risk', 'projectVisibiity', 'policyProfileName', 'scanProfileName'],
    ...['autoPublish', 'markAssociatedFilesAsReviewed', 'doNotPublishInventoryUnknownLicense', 'deleteEmptyInventory'],
    ...['minimumConfidence', 'reviewSettings', 'customFields'],
  ],
  load: ({ app, caller, params }) => operations.describeProject(app, caller, params.projectId),
});
