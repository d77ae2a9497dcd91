// The review and remediation settings of a project (the "Review and Remediation" block), and the owners of tasks. The project stores them as JSON
// under exactly these names.

import { DEFAULT_SHIPPED_SCOPES, scopeWords } from '../inventories/shipped-scopes.ts';

export const contactKinds = ['PROJECT_CONTACT', 'LEGAL_CONTACT', 'SECURITY_CONTACT', 'DEVELOPER_CONTACT'] as const;
export type ContactKind = (typeof contactKinds)[number];

export interface ReviewSettings {
  /** Create a Manual Review task for each item on which no policy decided when a scan published it. */
  createReviewTaskWhenUndecided: boolean;
  reviewTaskOwner: ContactKind;
  /** Create a Remediation task when a policy or the closing of a review task rejects an item. */
  createRemediationTaskOnRejection: boolean;
  remediationTaskOwner: ContactKind;
  /** Also create an issue in the project's ALM system, if it has one. */
  createAlmIssueOnRejection: boolean;
  /** Reject published items that get new vulnerabilities. */
  rejectOnNewVulnerabilities: boolean;
  /** Mail the Project Contact about rejected and unreviewed published items. */
  mailAboutRejectedOrUnreviewed: boolean;
  /** Fill empty notices texts whenever a scan ends. */
  updateNoticesAutomatically: boolean;
  /** The scopes of items that are shipped with the product, and so are in its notices, separated by commas. */
  shippedScopes: string;
}

export const DEFAULT_REVIEW_SETTINGS: ReviewSettings = {
  createReviewTaskWhenUndecided: false,
  reviewTaskOwner: 'PROJECT_CONTACT',
  createRemediationTaskOnRejection: false,
  remediationTaskOwner: 'DEVELOPER_CONTACT',
  createAlmIssueOnRejection: false,
  rejectOnNewVulnerabilities: false,
  mailAboutRejectedOrUnreviewed: false,
  updateNoticesAutomatically: false,
  shippedScopes: scopeWords(DEFAULT_SHIPPED_SCOPES),
};

/** The four named persons of a project, by user id. */
export interface ProjectContacts {
  contactId: number;
  legalContactId: number | null;
  securityContactId: number | null;
  developerContactId: number | null;
}

/** Stored settings overwrite the defaults, so that old projects get the default of a setting that is added later. */
export function reviewSettingsOf(stored: Partial<ReviewSettings>): ReviewSettings {
  return { ...DEFAULT_REVIEW_SETTINGS, ...stored };
}

/** The user in the place of a contact; the Project Contact if the place is empty. */
export function contactOf(kind: ContactKind, contacts: ProjectContacts): number {
  const holders: Record<ContactKind, number | null> = {
    PROJECT_CONTACT: contacts.contactId,
    LEGAL_CONTACT: contacts.legalContactId,
    SECURITY_CONTACT: contacts.securityContactId,
    DEVELOPER_CONTACT: contacts.developerContactId,
  };
  return holders[kind] ?? contacts.contactId;
}
