// The settings of a project decide which found items a scan publishes.

import { isNoLicense } from '../licenses/license-choice.ts';
import { type Confidence, confidences, type InventoryType } from './inventory.ts';

/** The auto-publish settings of a project. */
export interface PublishSettings {
  autoPublish: boolean;
  minimumConfidence: Confidence;
  doNotPublishUnknownLicense: boolean;
  markAssociatedFilesAsReviewed: boolean;
}

export interface PublishAnswer {
  isPublished: boolean;
  marksFilesAsReviewed: boolean;
  /** Why a found item stays unpublished; '' if it is published. */
  reason: string;
}

/** Whether a scan publishes a found item at once. */
export function autoPublish(
  item: { type: InventoryType; confidence: Confidence; licenseExpression: string },
  settings: PublishSettings,
): PublishAnswer {
  const reason = reasonToHold(item, settings);
  return {
    isPublished: reason === '',
    marksFilesAsReviewed: reason === '' && settings.markAssociatedFilesAsReviewed,
    reason,
  };
}

function reasonToHold(
  item: { type: InventoryType; confidence: Confidence; licenseExpression: string },
  settings: PublishSettings,
): string {
  if (!settings.autoPublish) return 'The project does not publish found inventory automatically.';
  if (item.type === 'WORK_IN_PROGRESS') return 'People publish Work in Progress by hand.';
  if (confidences.indexOf(item.confidence) > confidences.indexOf(settings.minimumConfidence)) {
    return `Its confidence ${item.confidence} is below ${settings.minimumConfidence}.`;
  }
  if (settings.doNotPublishUnknownLicense && isNoLicense(item.licenseExpression)) return 'Its license is unknown.';
  return '';
}
