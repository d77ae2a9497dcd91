// Items that an SBOM brings are published by the settings of the project and judged by its policy, as those that a scan finds.

import { valueFor } from '@assay/scanner/items';
import { matchNewVersions } from '../../advisories/match-versions.ts';
import { settleProject } from '../../analysis-rules/settle.ts';
import { findItems, listVersionsOfItems, lockItems } from '../../db/inventories/items.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { autoPublish } from '../../domain/inventories/publication.ts';
import { decide, itemVulnerabilities, loadPolicy } from '../../reviews/policy.ts';
import { applyReviews, type Review } from '../../reviews/review.ts';
import type { ImportInput } from '../import-rules.ts';

const AT_ONCE = 500;

export async function publishMade(
  tx: Tx,
  { project, actor, action }: Pick<ImportInput, 'project' | 'actor' | 'action'>,
  ids: readonly number[],
): Promise<void> {
  const policy = await loadPolicy(tx, project.id);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    await matchNewVersions(tx, await listVersionsOfItems(tx, part));
    await settleProject(tx, project.id);
    const items = await findItems(tx, part);
    const vulnerabilities = await itemVulnerabilities(tx, part);
    const reviews = (await lockItems(tx, part)).flatMap((item): Review[] => {
      const detail = valueFor(items, item.id);
      const { isPublished } = autoPublish(
        { type: detail.type, confidence: detail.confidence, licenseExpression: detail.license_expression },
        {
          autoPublish: project.auto_publish,
          minimumConfidence: project.minimum_confidence,
          doNotPublishUnknownLicense: project.do_not_publish_unknown_license,
          markAssociatedFilesAsReviewed: false,
        },
      );
      if (!isPublished || item.is_published) return [];
      return [
        {
          item,
          event: { type: 'publish', decision: decide(policy, detail, vulnerabilities(item.id)), isInScan: true },
        },
      ];
    });
    await applyReviews(tx, project, reviews, actor, { action, isBySystem: true });
  }
}
