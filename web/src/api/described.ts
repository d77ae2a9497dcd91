// Generated from docs/openapi.json by `npm run -w web types`. Do not change it by hand.

export const analysisRuleStateValues = [
  "ON",
  "OFF",
  "ENDED"
] as const;

export const fileGroupingValues = [
  "LICENSE",
  "FOLDER",
  "KIND",
  "LANGUAGE"
] as const;

export const fileKindValues = [
  "text",
  "binary",
  "archive",
  "image",
  "document",
  "empty"
] as const;

export const fileMatchingCriteriaValues = [
  "COMPLETE_FILEPATH",
  "PARTIAL_FILEPATH",
  "FILENAME",
  "MD5",
  "MD5_AND_FILENAME",
  "MD5_AND_COMPLETE_FILEPATH",
  "MD5_AND_PARTIAL_FILEPATH"
] as const;

export const fileSimilarityValues = [
  "TEXT",
  "NEAR",
  "EVIDENCE"
] as const;

export const frequencyValues = [
  "NEVER",
  "HOURLY",
  "DAILY",
  "WEEKLY"
] as const;

export const inventoryPriorityValues = [
  "P1",
  "P2",
  "P3",
  "P4"
] as const;

export const inventoryTypeValues = [
  "COMPONENT",
  "LICENSE",
  "WORK_IN_PROGRESS"
] as const;

export const jobStatusValues = [
  "New",
  "Scheduled",
  "Active",
  "Waiting on update",
  "Completed",
  "Failed",
  "Canceled",
  "Terminated"
] as const;

export const licenseRoleValues = [
  "grants",
  "choice",
  "bundled",
  "documentation",
  "other-work",
  "forbids",
  "denies",
  "compatible",
  "past",
  "future",
  "thanks",
  "tooling",
  "contribution"
] as const;

export const mailStateValues = [
  "QUEUED",
  "SENT",
  "FAILED"
] as const;

export const projectOrderValues = [
  "worst",
  "name",
  "critical",
  "high",
  "toDecide",
  "notCompared",
  "noLicense",
  "lastScan"
] as const;

export const projectRoleValues = [
  "PROJECT_ADMIN",
  "ANALYST",
  "REVIEWER",
  "OBSERVER"
] as const;

export const sbomFormatValues = [
  "spdx-2.3",
  "spdx-3.0.1",
  "cyclonedx-1.6",
  "cyclonedx-1.7",
  "cyclonedx-1.6-xml",
  "cyclonedx-1.7-xml",
  "spdx-2.3-tag-value"
] as const;

export const severityValues = [
  "CRITICAL",
  "HIGH",
  "MEDIUM",
  "LOW",
  "NONE",
  "UNKNOWN"
] as const;

export const statementStateValues = [
  "found",
  "edited",
  "removed",
  "placeholder"
] as const;

export const systemPermissionValues = [
  "system_admin",
  "edit_policy",
  "create_project",
  "library_manager"
] as const;

export const taskPriorityValues = [
  "LOW",
  "MEDIUM",
  "HIGH"
] as const;

export const taskTypeValues = [
  "MANUAL_INVENTORY_REVIEW",
  "REMEDIATE_INVENTORY",
  "MISCELLANEOUS"
] as const;

export const webhookEventValues = [
  "project.created",
  "project.deleted",
  "project.scanned",
  "scan.failed",
  "inventory.published",
  "inventory.recalled",
  "inventory.reviewed",
  "task.created",
  "task.closed",
  "task.reopened",
  "report.ready",
  "vulnerability.found"
] as const;

export const weekdayValues = [
  "SUNDAY",
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY"
] as const;

export const ITEM_FIELDS = [
  {
    "name": "name",
    "title": "Name",
    "kind": "found",
    "shownAs": "name",
    "right": "EDIT_INVENTORY",
    "most": 255
  },
  {
    "name": "priority",
    "title": "Priority",
    "kind": "found",
    "shownAs": "priority",
    "right": "SET_PRIORITY",
    "values": [
      "P1",
      "P2",
      "P3",
      "P4"
    ]
  },
  {
    "name": "url",
    "title": "URL",
    "kind": "found",
    "shownAs": "url",
    "right": "EDIT_INVENTORY",
    "most": 2400
  },
  {
    "name": "description",
    "title": "Description",
    "kind": "found",
    "shownAs": "description",
    "right": "EDIT_INVENTORY",
    "most": 65535
  },
  {
    "name": "confidenceLevel",
    "title": "Confidence",
    "kind": "found",
    "shownAs": "confidence",
    "right": "EDIT_INVENTORY",
    "values": [
      "HIGH",
      "MEDIUM",
      "LOW"
    ]
  },
  {
    "name": "noticeText",
    "title": "Notices text",
    "kind": "license-text",
    "shownAs": "noticesText",
    "right": "EDIT_NOTICES",
    "most": 16777215
  },
  {
    "name": "auditorReviewNotes",
    "title": "Audit notes",
    "kind": "note",
    "shownAs": "auditNotes",
    "right": "EDIT_INVENTORY_NOTES",
    "most": 65535
  },
  {
    "name": "usageGuidance",
    "title": "Usage guidance",
    "kind": "note",
    "shownAs": "usageGuidance",
    "right": "EDIT_INVENTORY_NOTES",
    "most": 65535
  },
  {
    "name": "remediationNotes",
    "title": "Remediation notes",
    "kind": "note",
    "shownAs": "remediationNotes",
    "right": "EDIT_INVENTORY_NOTES",
    "most": 65535
  },
  {
    "name": "disclosed",
    "title": "Disclosed",
    "kind": "usage",
    "shownAs": "disclosed",
    "right": "EDIT_INVENTORY",
    "values": [
      "YES",
      "NO"
    ]
  },
  {
    "name": "distribution",
    "title": "Distribution",
    "kind": "usage",
    "shownAs": "distribution",
    "right": "EDIT_INVENTORY",
    "values": [
      "UNKNOWN",
      "INTERNAL",
      "EXTERNAL",
      "HOSTED",
      "HOSTED_ANY",
      "HOSTED_INTERNAL",
      "HOSTED_EXTERNAL"
    ]
  },
  {
    "name": "partOfProduct",
    "title": "Part of the product",
    "kind": "usage",
    "shownAs": "partOfProduct",
    "right": "EDIT_INVENTORY",
    "values": [
      "UNKNOWN",
      "YES",
      "NO"
    ]
  },
  {
    "name": "linking",
    "title": "Linking",
    "kind": "usage",
    "shownAs": "linking",
    "right": "EDIT_INVENTORY",
    "values": [
      "UNKNOWN",
      "NOT_LINKED",
      "STATIC",
      "DYNAMIC"
    ]
  },
  {
    "name": "modified",
    "title": "Modified",
    "kind": "usage",
    "shownAs": "modified",
    "right": "EDIT_INVENTORY",
    "values": [
      "UNKNOWN",
      "YES",
      "NO"
    ]
  },
  {
    "name": "encryption",
    "title": "Encryption",
    "kind": "usage",
    "shownAs": "encryption",
    "right": "EDIT_INVENTORY",
    "values": [
      "UNKNOWN",
      "YES",
      "NO"
    ]
  },
  {
    "name": "workflowURL",
    "title": "External workflow",
    "kind": "link",
    "shownAs": "workflowURL",
    "right": "EDIT_INVENTORY_NOTES",
    "most": 2400
  }
] as const;
