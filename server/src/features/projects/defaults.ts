// Project defaults: the values of a new project that its creator does not give. The installation has one record of them, with names of profiles and
// logins of users. A profile or user that no longer exists is skipped when a project is created.
import { present } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { findPolicyProfile, findScanProfile } from '../../db/projects/projects.ts';
import { readSetting, writeSetting } from '../../db/site-settings.ts';
import { findUser, findUserByIdOrLogin } from '../../db/users/users.ts';
import { type ReviewSettings, reviewSettingsOf } from '../../domain/reviews/review-settings.ts';
import { requireUsers } from './membership.ts';
import type { ProjectDefaultsInput } from './schemas.ts';
import { requirePolicyProfile, requireScanProfile } from './settings.ts';

type Defaults = Required<Omit<ProjectDefaultsInput, 'reviewSettings' | 'entityVersion'>> & {
  reviewSettings: Partial<ReviewSettings>;
};

const STANDARD_SCAN_PROFILE = 'Standard Scan Profile';
const STANDARD_POLICY_PROFILE = 'Default License Policy Profile';

const FACTORY_DEFAULTS: Defaults = {
  privateProject: false,
  risk: 'MEDIUM',
  scanProfileName: STANDARD_SCAN_PROFILE,
  policyProfileName: STANDARD_POLICY_PROFILE,
  autoPublish: true,
  minimumConfidence: 'LOW',
  markAssociatedFilesAsReviewed: false,
  doNotPublishInventoryUnknownLicense: false,
  deleteEmptyInventory: false,
  reviewSettings: {},
  projectAdministrators: [],
  analysts: [],
  reviewers: [],
  observers: [],
  legalContact: '',
  securityContact: '',
  developerContact: '',
};

async function projectDefaults(db: Db): Promise<Defaults> {
  return { ...FACTORY_DEFAULTS, ...(await readSetting<Defaults>(db, 'projectDefaults')) };
}

export async function describeDefaults(app: App) {
  const defaults = await projectDefaults(app.db);
  return { ...defaults, reviewSettings: { ...reviewSettingsOf(defaults.reviewSettings) } };
}

/** Omitted members stay unchanged. */
export async function changeDefaults(app: App, input: ProjectDefaultsInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const standing = await projectDefaults(tx);
    if (input.scanProfileName !== undefined) await requireScanProfile(tx, input.scanProfileName);
    if (input.policyProfileName !== undefined) await requirePolicyProfile(tx, input.policyProfileName);
    const people: Partial<Defaults> = {};
    for (const member of ['projectAdministrators', 'analysts', 'reviewers', 'observers'] as const)
      if (input[member]) people[member] = await loginsOf(tx, input[member]);
    for (const member of ['legalContact', 'securityContact', 'developerContact'] as const)
      if (input[member]) people[member] = (await loginsOf(tx, [input[member]]))[0];
    const reviewSettings = { ...standing.reviewSettings, ...input.reviewSettings };
    await writeSetting(tx, 'projectDefaults', { ...standing, ...input, ...people, reviewSettings });
  });
}

async function loginsOf(db: Db, logins: string[]): Promise<string[]> {
  const users = await Promise.all((await requireUsers(db, logins)).map((id) => findUser(db, id)));
  return users.flatMap((user) => (user ? [user.login] : []));
}

/** The defaults in the form that the row and the members of a new project have. */
export async function creationDefaults(db: Db) {
  const defaults = await projectDefaults(db);
  const scanProfile =
    (await findScanProfile(db, defaults.scanProfileName)) ?? (await findScanProfile(db, STANDARD_SCAN_PROFILE));
  const policyProfile =
    (await findPolicyProfile(db, defaults.policyProfileName)) ?? (await findPolicyProfile(db, STANDARD_POLICY_PROFILE));
  const contact = async (login: string) => (await activeIds(db, [login]))[0] ?? null;
  return {
    reviewSettings: defaults.reviewSettings,
    row: {
      is_private: defaults.privateProject,
      risk: defaults.risk,
      scan_profile_id: present(scanProfile, 'standard scan profile').id,
      policy_profile_id: policyProfile?.id ?? null,
      auto_publish: defaults.autoPublish,
      minimum_confidence: defaults.minimumConfidence,
      mark_associated_files_as_reviewed: defaults.markAssociatedFilesAsReviewed,
      do_not_publish_unknown_license: defaults.doNotPublishInventoryUnknownLicense,
      delete_empty_inventory: defaults.deleteEmptyInventory,
      review_settings: JSON.stringify(defaults.reviewSettings),
      legal_contact_id: await contact(defaults.legalContact),
      security_contact_id: await contact(defaults.securityContact),
      developer_contact_id: await contact(defaults.developerContact),
    },
    members: {
      PROJECT_ADMIN: await activeIds(db, defaults.projectAdministrators),
      ANALYST: await activeIds(db, defaults.analysts),
      REVIEWER: await activeIds(db, defaults.reviewers),
      OBSERVER: await activeIds(db, defaults.observers),
    },
  };
}

async function activeIds(db: Db, logins: string[]): Promise<number[]> {
  const users = await Promise.all(logins.filter(Boolean).map((login) => findUserByIdOrLogin(db, login)));
  return users.flatMap((user) => (user?.is_active ? [user.id] : []));
}
