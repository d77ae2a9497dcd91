// The items that a scan makes: written with their files and the first line of their history, judged by rules, and published by the settings of the project.
import { present, valueFor } from '@assay/scanner/items';
import { settleProject } from '../../analysis-rules/settle.ts';
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import { findItems } from '../../db/inventories/items.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { Project } from '../../db/projects/projects.ts';
import { type ItemPath, type ItemRow, insertFoundItems, setPriorities } from '../../db/scans/inventory.ts';
import { siteSettings } from '../../db/site-settings.ts';
import { listVersionSeverities } from '../../db/vulnerabilities/vulnerabilities.ts';
import type { WantedItem } from '../../domain/derivation/inventory-findings.ts';
import type { InventoryPriority } from '../../domain/inventories/inventory.ts';
import { historyOf } from '../../domain/inventories/inventory-history.ts';
import { autoPublish } from '../../domain/inventories/publication.ts';
import type { LicensePriorityLookUp } from '../../domain/licenses/license-priority.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import { decideByPolicy, type PolicySubject } from '../../domain/reviews/policy.ts';
import { priorityOf } from '../../domain/reviews/priority.ts';
import type { CvssVersion, Severity } from '../../domain/vulnerabilities/severity.ts';
import { policyVulnerabilities } from '../../domain/vulnerabilities/vulnerability.ts';
import { coverageFacts, itemVulnerabilities, loadPolicy } from '../../reviews/policy.ts';
import { applyReviews, type Review } from '../../reviews/review.ts';
import { userWhoStarted } from '../../reviews/review-anew.ts';
import { type CodeBaseOfScan, tieFoundFiles } from './inventory-changes.ts';
import { expressionPriority, type Library, libraryIds } from './inventory-library.ts';

export interface MakingOptions extends CodeBaseOfScan {
  project: Project;
  isRescan: boolean;
  /** Who started the scan and becomes the creator of automatic tasks. */
  startedBy: number;
  /** Receives the notices for people; the caller writes them. */
  notices: Notice[];
}

/** A new item, with the vulnerabilities that count. */
export interface MadeItem {
  id: number;
  item: WantedItem;
  priority: InventoryPriority;
  vulnerabilities: PolicySubject['vulnerabilities'];
}

export async function createItems(
  tx: Tx,
  options: MakingOptions,
  creations: WantedItem[],
  library: Library,
): Promise<{ ids: Map<string, number>; judged: MadeItem[] }> {
  const { project } = options;
  const { cvssVersion } = await siteSettings(tx);
  const versionIds = creations.map((item) => libraryIds(item, library).versionId);
  const known = await listVersionSeverities(
    tx,
    versionIds.filter((id) => id !== null),
    project.id,
  );
  const found = creations.map((item, index) => {
    const vulnerabilities = policyVulnerabilities(known.get(versionIds[index] ?? -1) ?? [], cvssVersion);
    const severities = vulnerabilities.map(({ severity }) => severity);
    return {
      item,
      vulnerabilities,
      priority: priorityOfFound(item, severities, cvssVersion, library.priorityOfLicense),
    };
  });
  const ids = await insertFoundItems(
    tx,
    project.id,
    found.map(
      ({ item, priority }): ItemRow => ({
        identity: item.identity,
        type: item.type,
        name: item.name,
        description: item.description,
        url: item.url,
        purl: item.purl,
        ...libraryIds(item, library),
        licenseExpression: item.licenseExpression,
        expressionPriority: expressionPriority(item, library),
        possibleLicenses: item.possibleLicenses,
        confidence: item.confidence,
        dependencyScope: item.dependencyScope,
        dependencyLevel: item.dependencyLevel,
        detectionNotes: item.detectionNotes,
        licenseFacts: item.licenseFacts,
        packageFacts: item.packageFacts,
        isOwn: item.isOwn,
        priority,
        createdBy: item.createdBy,
      }),
    ),
  );
  const idOf = (item: WantedItem) => valueFor(ids, item.identity);
  await tieFoundFiles(
    tx,
    options,
    creations.flatMap((item) => item.files.map((path): ItemPath => ({ itemId: idOf(item), path }))),
  );
  await insertRevisions(
    tx,
    creations.map((item) => revisionOfNew(options, idOf(item), item)),
  );
  return { ids, judged: found.map(({ item, ...rest }) => ({ id: idOf(item), item, ...rest })) };
}

/** Lets rules decide, now that the items and their place in the dependency graph are known, and takes away what no longer counts. */
export async function judgedByRules(
  tx: Tx,
  project: Project,
  created: MadeItem[],
  priorityOfLicense: LicensePriorityLookUp,
): Promise<MadeItem[]> {
  const { decided } = await settleProject(tx, project.id);
  if (decided === 0) return created;
  const { cvssVersion } = await siteSettings(tx);
  const counted = await itemVulnerabilities(
    tx,
    created.map(({ id }) => id),
  );
  const judged = created.map((one) => {
    const vulnerabilities = counted(one.id);
    const severities = vulnerabilities.map(({ severity }) => severity);
    return { ...one, vulnerabilities, priority: priorityOfFound(one.item, severities, cvssVersion, priorityOfLicense) };
  });
  await setPriorities(
    tx,
    judged.filter(({ priority }, at) => priority !== created[at]?.priority),
  );
  return judged;
}

/** New items are published by the settings of the project, and the policy reviews a published one at once. Returns those whose files become reviewed. */
export async function publishNew(
  tx: Tx,
  { project, startedBy, isRescan, notices }: MakingOptions,
  found: readonly MadeItem[],
): Promise<number[]> {
  const policy = await loadPolicy(tx, project.id);
  const inserted = await findItems(
    tx,
    found.map(({ id }) => id),
  );
  const published = found.flatMap(({ id, item, priority, vulnerabilities }) => {
    const publication = autoPublish(item, {
      autoPublish: project.auto_publish,
      minimumConfidence: project.minimum_confidence,
      doNotPublishUnknownLicense: project.do_not_publish_unknown_license,
      markAssociatedFilesAsReviewed: project.mark_associated_files_as_reviewed,
    });
    if (!publication.isPublished) return [];
    const { decision } = decideByPolicy(policy, {
      ...item,
      vulnerabilities,
      ...coverageFacts(policy, valueFor(inserted, id)),
    });
    const review: Review = {
      item: { ...freshReview, id, project_id: project.id, name: item.name, type: item.type, priority },
      event: { type: 'publish', decision, isInScan: true },
    };
    return [{ review, marksFiles: publication.marksFilesAsReviewed }];
  });
  await applyReviews(
    tx,
    project,
    published.map(({ review }) => review),
    await userWhoStarted(tx, startedBy),
    { action: isRescan ? 'Project Rescan' : 'Scan', isBySystem: true, notices },
  );
  return published.flatMap(({ review, marksFiles }) => (marksFiles ? [review.item.id] : []));
}

/** The review state of a newly inserted item. */
const freshReview = {
  status: 'DRAFT',
  is_status_set_by_person: false,
  is_published: false,
  review_lapse: null,
} as const;

function priorityOfFound(
  item: WantedItem,
  severities: readonly Severity[],
  cvssVersion: CvssVersion,
  priorityOfLicense: LicensePriorityLookUp,
): InventoryPriority {
  return priorityOf(
    {
      type: item.type,
      licenseExpression: item.licenseExpression,
      foundLicenses: item.possibleLicenses,
      severities,
    },
    cvssVersion,
    priorityOfLicense,
  );
}

function revisionOfNew(options: MakingOptions, itemId: number, item: WantedItem): NewRevision {
  const created = historyOf(
    undefined,
    {
      name: item.name,
      type: item.type,
      // Not the license's id, because auditors list every entry with one as a change of license, which this is not.
      licenseExpression: item.licenseExpression,
      licenseChoice: item.licenseFacts.choice?.words ?? '',
      confidence: item.confidence,
    },
    options.isRescan ? 'Project Rescan' : 'Scan',
  );
  return { projectId: options.project.id, itemId, user: null, ...present(created, 'first line of an item') };
}
