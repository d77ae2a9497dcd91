// What a report writer is given and what it makes. Writers know neither database nor HTTP: values in, files of a zip out.
import type { ReportedItemFields } from '../domain/inventory-fields.ts';

interface ReportProject {
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

export interface ReportItem extends ReportedItemFields {
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
  /** Distinct copyright statements of the item's files. */
  copyrights: string[];
  files: string[];
}

interface ReportFile {
  path: string;
  sizeBytes: number;
  md5: string;
  sha1: string;
  isReviewed: boolean;
  isInInventory: boolean;
  licenses: string[];
  copyrights: string[];
}

interface ReportTask {
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
  /** The options of the report as they were given, else their defaults. */
  options: Readonly<Record<string, string>>;
  /** The library's texts of the licenses that an SPDX expression names. */
  licenseTexts(expression: string): Promise<{ name: string; text: string }[]>;
}

interface ReportFileOut {
  name: string;
  content: AsyncIterable<string>;
}

export interface ReportWriter {
  write(source: ReportSource): ReportFileOut[];
}

/** A value that the dialog asks for before the report is made. */
export interface ReportOption {
  name: string;
  label: string;
  description: string;
  type: 'string';
  defaultValue?: string;
  required?: boolean;
  order: number;
}

/** What the server knows of a standard report before it writes one. Stands in `<kind>/kind.ts`, which imports nothing but this type. */
export interface ReportKind {
  /** `path` of its row, and `reportType` of the deprecated operation. */
  kind: Uppercase<string>;
  /** For people; unique among all reports. */
  name: string;
  /** Jobs that make it. */
  jobType: `${string} Report`;
  /** Place in the list of reports. */
  position: number;
  options: readonly ReportOption[];
  /** The writer is loaded when the first report of its kind is made. */
  load(): Promise<ReportWriter>;
}
