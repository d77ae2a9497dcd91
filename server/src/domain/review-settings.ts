// The review and remediation settings of a project (the "Review and Remediation" block), and to whom tasks fall.
// Kept as JSON with the project under exactly these names.

export const contactKinds = ['PROJECT_CONTACT', 'LEGAL_CONTACT', 'SECURITY_CONTACT', 'DEVELOPER_CONTACT'] as const;
export type ContactKind = (typeof contactKinds)[number];

export interface ReviewSettings {
  /** Make a Manual Review task for each item that no policy decided when a scan published it. */
  createReviewTaskWhenUndecided: boolean;
  reviewTaskOwner: ContactKind;
  /** Make a Remediation task when an item is rejected by policy or by closing a review task. */
  createRemediationTaskOnRejection: boolean;
  remediationTaskOwner: ContactKind;
  /** Also make an issue in the project's ALM system, when it has one. */
  createAlmIssueOnRejection: boolean;
  /** Reject published items hit by new vulnerabilities. */
  rejectOnNewVulnerabilities: boolean;
  /** Mail the Project Contact about rejected and unreviewed published items. */
  mailAboutRejectedOrUnreviewed: boolean;
  /** Fill empty notices texts whenever a scan ends. */
  updateNoticesAutomatically: boolean;
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
};

/** The four named persons of a project, by user id. */
export interface ProjectContacts {
  contactId: number;
  legalContactId: number | null;
  securityContactId: number | null;
  developerContactId: number | null;
}

/** What is stored lays over the defaults, so that a setting added later has a value in old projects too. */
export function reviewSettingsOf(stored: Partial<ReviewSettings>): ReviewSettings {
  return { ...DEFAULT_REVIEW_SETTINGS, ...stored };
}

/** The user who holds a contact's place; every place that is not filled falls back to the Project Contact. */
export function contactOf(kind: ContactKind, contacts: ProjectContacts): number {
  const holders: Record<ContactKind, number | null> = {
    PROJECT_CONTACT: contacts.contactId,
    LEGAL_CONTACT: contacts.legalContactId,
    SECURITY_CONTACT: contacts.securityContactId,
    DEVELOPER_CONTACT: contacts.developerContactId,
  };
  return holders[kind] ?? contacts.contactId;
}
