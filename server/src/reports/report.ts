// What a report writer is given and what it makes. Writers know neither database nor HTTP: values in, files of a zip out.

export interface ReportProject {
  id: number;
  name: string;
  description: string;
  contact: string;
  status: string;
  risk: string;
  visibility: string;
  folderPath: string;
  createdOn: string;
  fileCount: number;
  codebaseBytes: number;
  lineCount: number;
}

export interface ReportItem {
  id: number;
  name: string;
  type: string;
  componentName: string;
  versionName: string;
  purl: string;
  url: string;
  description: string;
  licenseName: string;
  licenseExpression: string;
  possibleLicenses: string[];
  priority: string;
  status: string;
  isPublished: boolean;
  confidence: string;
  dependencyScope: string;
  usageGuidance: string;
  auditNotes: string;
  detectionNotes: string;
  remediationNotes: string;
  asFoundLicenseText: string;
  noticesText: string;
  /** Distinct copyright statements of the item's files. */
  copyrights: string[];
  files: string[];
}

export interface ReportFile {
  path: string;
  sizeBytes: number;
  md5: string;
  sha1: string;
  isReviewed: boolean;
  isInInventory: boolean;
  licenses: string[];
  copyrights: string[];
}

export interface ReportTask {
  id: number;
  kind: string;
  summary: string;
  priority: string;
  owner: string;
  isClosed: boolean;
  itemName: string;
  createdOn: string;
}

export interface ReportSource {
  project: ReportProject;
  generatedOn: string;
  generatedBy: string;
  counts: { review: Record<string, number>; licenses: Record<string, number>; items: number; published: number };
  /** Can be walked several times; a batch at a time is held in memory. */
  items(filter: { publishedOnly: boolean }): AsyncIterable<ReportItem>;
  files(): AsyncIterable<ReportFile>;
  tasks(): AsyncIterable<ReportTask>;
  /** The library's texts of the licenses that an SPDX expression names. */
  licenseTexts(expression: string): Promise<{ name: string; text: string }[]>;
}

export interface ReportFileOut {
  name: string;
  content: AsyncIterable<string>;
}

export interface ReportWriter {
  /** The `path` under which the standard report is registered. */
  kind: 'AUDIT' | 'PROJECT' | 'NOTICES';
  jobType: 'Audit Report' | 'Project Report' | 'Notices Report';
  write(source: ReportSource): ReportFileOut[];
}
