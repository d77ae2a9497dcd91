// The data of a report: the content of `<report>.json` in each archive, and the input of every kind of report. The values
// are plain and have schemas, because other programs read them. docs/report-data.schema.json is generated from it.
// Lists are read from the database once and stored in a temporary file, so that a writer can read them several times.
import { digestAlgorithms, referenceTypes } from '@assay/scanner/package-facts';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { namedFields, type ReportedItemFields } from '../domain/inventories/inventory-fields.ts';
import { statementActions } from '../domain/inventories/notice-texts.ts';
import { licenseSources, type ShownLicenseFacts } from '../domain/licenses/license-facts.ts';
import { type FoundTextRole, foundTextRoles } from '../domain/licenses/license-texts.ts';
import { coverageStates, notComparedReasons, type ShownCoverage } from '../domain/vulnerabilities/coverage.ts';
import type { DataAge } from '../domain/vulnerabilities/data-age.ts';
import { ReportDecisionChange, ReportDifference, ReportFormerRelease } from './changes-data.ts';
import { exactly, oneOf, text, textByName, texts } from './data-parts.ts';

export const DATA_VERSION = 'assay-report/1';

export const ReportProject = exactly({
  id: Type.Integer(),
  name: text(),
  description: text(),
  contact: text('Login'),
  legalContact: text('Login'),
  securityContact: text('Login'),
  developerContact: text('Login'),
  status: text(),
  risk: text(),
  visibility: text(),
  folderPath: text(),
  policyProfile: text('N/A if there is none'),
  scanProfile: text(),
  createdOn: text(),
  fileCount: Type.Integer(),
  codebaseBytes: Type.Integer(),
  lineCount: Type.Integer(),
  primaryLicense: text('SPDX expression of the project itself; blank if it is unknown'),
  shippedScopes: text('Scopes of items that are shipped with the product, separated by commas'),
  customFields: Type.Record(Type.String(), Type.String()),
});
export type ReportProject = Static<typeof ReportProject>;

const ReportCounts = exactly({
  items: Type.Integer(),
  published: Type.Integer(),
  review: Type.Record(Type.String(), Type.Integer()),
  licenses: Type.Record(Type.String(), Type.Integer(), { description: 'Number of items by license priority' }),
});

const ReportAdvisories = Type.Unsafe<DataAge>(
  exactly({
    dataAsOf: Type.Union([Type.String(), Type.Null()], {
      description:
        'Age of the oldest source of advisories in use, UTC. null if there is no source; then an empty list of vulnerabilities proves nothing',
    }),
    dataIsStale: Type.Boolean({ description: 'True if there are no data, or if they are older than the site allows' }),
    dataByEcosystem: Type.Array(
      exactly({
        ecosystem: text('Such as npm or Debian 12'),
        dataAsOf: Type.Union([Type.String(), Type.Null()]),
        dataIsStale: Type.Boolean(),
      }),
      { description: 'Age of the data that the items of the project were compared with' },
    ),
    coverage: exactly({
      items: Type.Integer(),
      compared: Type.Integer(),
      notCompared: Type.Integer({ description: 'For these items, an empty list of vulnerabilities proves nothing' }),
      reasons: Type.Array(exactly({ reason: oneOf(notComparedReasons), inShort: text(), count: Type.Integer() })),
      words: text('Such as: 12 of 80 not compared: no data for Maven. Blank if all were compared'),
    }),
  }),
);

const ReportLicense = exactly({
  name: text(),
  shortName: text(),
  spdxId: text('Blank if the license is not on the SPDX list'),
  family: text('Blank if the library knows none'),
  priority: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
  url: text(),
  isCustom: Type.Boolean(),
  text: text(),
});

const ReportLicenseFact = exactly({
  expression: text('SPDX; blank if it is unknown'),
  source: oneOf(licenseSources),
  words: text('The reason, as a sentence'),
});

/** It has an explicit type, because the compiler cannot infer the type of the whole item otherwise. */
const ReportLicenseFacts = Type.Unsafe<ShownLicenseFacts>(
  Type.Object(
    {
      declared: ReportLicenseFact,
      concluded: ReportLicenseFact,
      bundled: Type.Array(ReportLicenseFact),
      choice: ReportLicenseFact,
    },
    {
      additionalProperties: false,
      description:
        'declared: by the makers of the package. concluded: from all evidence, by a person or from curated facts. bundled: other licenses in its files. choice: the selected license, if the concluded one offers several',
    },
  ),
);

const ReportItemCoverage = Type.Unsafe<ShownCoverage>(
  exactly({
    state: oneOf(coverageStates),
    reason: oneOf([...notComparedReasons, '']),
    inShort: text('Such as: no data for Maven; blank if it was compared'),
    sentence: text(),
    note: text('What limits the comparison'),
  }),
);

const ReportItemAlone = exactly({
  id: Type.Integer(),
  identity: text('The same in every scan of the project'),
  type: text('Component, License Only or Work in Progress'),
  componentName: text(),
  versionName: text(),
  licenseName: text(),
  licenseExpression: text('SPDX; blank if no license is selected'),
  licenses: texts('Short names of the licenses and exceptions in the expression'),
  licenseFamily: text(),
  licensePriority: text('P1, P2, P3 or Unknown'),
  possibleLicenses: texts(),
  licenseFacts: ReportLicenseFacts,
  supplier: text('Who makes or maintains the package, with an address; blank if unknown'),
  digests: Type.Array(exactly({ algorithm: oneOf(digestAlgorithms), value: text('Hexadecimal') }), {
    description: 'Of the file of the package, as lockfiles and SBOMs state them',
  }),
  references: Type.Array(exactly({ type: oneOf(referenceTypes), url: text() }), {
    description: 'Addresses of the package beside its home page, with types in the words of CycloneDX',
  }),
  isOwn: Type.Boolean({ description: 'True if it is a part of the product itself, not of a third party' }),
  status: text('Draft, Approved or Rejected'),
  whyDecided: text('Why it has its status, in one sentence'),
  toBeDecidedAgain: text('Why a review no longer holds, so that the item is a draft again; blank otherwise'),
  isStatusSetByPerson: Type.Boolean(),
  isPublished: Type.Boolean(),
  publishedOn: text('Blank if it is not published'),
  foundScope: text('runtime, optional, peer, build, test or development, as manifests say; blank if it is not known'),
  createdBy: text(),
  createdOn: text(),
  updatedOn: text(),
  policyDecision: text('The current decision of the project policy: APPROVED, REJECTED or UNDECIDED'),
  policyReasons: texts(),
  customFields: textByName(),
  copyrights: texts('Distinct copyright statements in the files of the item and in the files below its folders'),
  files: texts('Paths of the files that are evidence of the item'),
  fileCount: Type.Integer({ description: 'Number of files that are evidence of the item' }),
  folders: texts('Folders of the code base that contain the item'),
  ownFiles: Type.Integer({
    description: 'Number of files that belong to the item itself; lists that only name it do not count',
  }),
});
/** The fields of an item, from their table; the priority is a word. */
const ReportItemFields = Object.fromEntries(
  namedFields.map(({ reportedName, shown, isFlag, show, sent }): [string, TSchema] => {
    if (isFlag) return [reportedName, Type.Boolean()];
    return [reportedName, sent?.values && !show ? oneOf(sent.values) : text(shown)];
  }),
);

/** Apart from the others, because the compiler cannot infer the type of so many members at once. */
export type ReportItem = Static<typeof ReportItemAlone> &
  Omit<ReportedItemFields, 'priority'> & { priority: string; coverage: ShownCoverage; cpe: string };
export const ReportItem = Type.Unsafe<ReportItem>(
  exactly({
    ...(ReportItemAlone.properties as TProperties),
    ...ReportItemFields,
    coverage: ReportItemCoverage,
    cpe: text('Blank unless the version is known by a CPE alone'),
  }),
);

export const ReportFile = exactly({
  path: text(),
  sizeBytes: Type.Integer(),
  md5: text(),
  sha1: text(),
  sha256: text(),
  language: text(),
  kind: text(),
  isReviewed: Type.Boolean(),
  isInInventory: Type.Boolean(),
  licenses: Type.Array(Type.String()),
  copyrights: Type.Array(Type.String()),
  emails: Type.Integer({ description: 'Number of e-mail addresses' }),
  urls: Type.Integer({ description: 'Number of web addresses' }),
  searchTerms: Type.Array(Type.String()),
});
export type ReportFile = Static<typeof ReportFile>;

const ReportTask = exactly({
  id: Type.Integer(),
  kind: text(),
  summary: text(),
  priority: text(),
  owner: text(),
  isClosed: Type.Boolean(),
  itemId: Type.Integer(),
  itemName: text(),
  createdOn: text(),
});

export const ReportRevision = exactly({
  itemId: Type.Integer(),
  itemName: text('Blank if the item was deleted and the history does not have its name'),
  on: text(),
  by: text('Login, or System'),
  event: text(),
  action: text(),
  changes: Type.Array(exactly({ field: text(), oldValue: text(), newValue: text() })),
});
export type ReportRevision = Static<typeof ReportRevision>;

const ReportAuditEntry = exactly({
  on: text(),
  by: text(),
  address: text(),
  operation: text(),
  path: text(),
  status: text('HTTP status, or the result of the job; blank if it is not known yet'),
});

const ReportLink = exactly({ parentId: Type.Integer(), childId: Type.Integer(), type: text() });

export const ReportVulnerability = exactly({
  itemId: Type.Integer(),
  itemName: text(),
  purl: text(),
  id: text('CVE, GHSA, …'),
  severity: text('Blank if no source has rated it'),
  score: Type.Union([Type.Number(), Type.Null()]),
  summary: text(),
  publishedOn: text(),
  isExploited: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'True if it is known to be exploited; null if it is unknown',
  }),
  fixedIn: text('Blank if no fixed version is known'),
  isUndetermined: Type.Boolean({
    description: 'True if nobody can tell whether the version is affected: it is neither affected nor safe',
  }),
  isSuppressed: Type.Boolean(),
  state: text('State of the analysis, as in CycloneDX; blank if there is no analysis'),
  justification: text(),
  response: text(),
  detail: text(),
  reason: text('Why it is suppressed'),
  by: text('Who decided about it'),
  on: text(),
});
export type ReportVulnerability = Static<typeof ReportVulnerability>;

const ReportStatementEdit = exactly({
  id: Type.Integer(),
  identity: text('Identity of the item; blank for the whole project'),
  statement: text(),
  action: oneOf(statementActions),
  value: text(),
  reason: text(),
  by: text(),
  at: text(),
});

interface ItemTextRow {
  itemId: number;
  place: number;
  role: FoundTextRole;
  path: string;
  startLine: number | null;
  endLine: number | null;
  isComplete: boolean;
  expressions: string[];
  sha256: string;
  problem: string;
}

/** It has an explicit type, because the compiler cannot infer the types of so many lists. */
const ReportItemText = Type.Unsafe<ItemTextRow>(
  exactly({
    itemId: Type.Integer(),
    place: Type.Integer({ description: 'Order of the texts of an item' }),
    role: oneOf(foundTextRoles),
    path: text('Path of the file. Inside an archive: path of the archive, "!/", path in the archive'),
    startLine: Type.Union([Type.Integer(), Type.Null()], { description: 'null for a whole file' }),
    endLine: Type.Union([Type.Integer(), Type.Null()]),
    isComplete: Type.Boolean({ description: 'False if the text only names its license or refers to it' }),
    expressions: Type.Array(Type.String(), { description: 'Licenses that were recognised in it' }),
    sha256: text('Digest of the text in the list foundTexts; blank if it could not be stored'),
    problem: text('Why it could not be stored'),
  }),
);
const ReportFoundText = Type.Unsafe<{ sha256: string; text: string }>(
  exactly({ sha256: text(), text: text('As found in the file') }),
);

const ReportNoticeFile = exactly({
  itemId: Type.Integer(),
  path: text('Path of the file. Inside an archive: path of the archive, "!/", path in the archive'),
  text: text('Blank if it could not be stored'),
  problem: text('Why it could not be stored; blank if it could'),
});

const ReportMatchedText = exactly({
  path: text('Path of the file. Inside an archive: path of the archive, "!/", path in the archive'),
  startLine: Type.Integer(),
  endLine: Type.Integer(),
  expression: text('SPDX'),
  kind: text('What was recognised: text, notice, reference, tag or intro'),
  coverage: Type.Number({ description: 'Percentage of the words of the rule that was found' }),
  rule: text('Name of the rule that matched'),
  text: text('The text in the file; blank if it is not quoted'),
  leftOut: text('Which part of the text is not quoted, and why; blank if the whole text is quoted'),
  morePlaces: Type.Integer({
    description: 'Number of further matches of the same rule and expression in files of the item',
  }),
});
export type ReportMatchedText = Static<typeof ReportMatchedText>;

const ReportItemMatches = exactly({
  itemId: Type.Integer(),
  matches: Type.Array(ReportMatchedText),
  leftOut: Type.Integer({ description: 'Number of further distinct matches that are not listed' }),
});
export type ReportItemMatches = Static<typeof ReportItemMatches>;

/** The lists of a report's data, by their names in JSON. */
const REPORT_LISTS = {
  licenses: ReportLicense,
  // Its type is named, because the compiler cannot infer the types of all lists otherwise.
  inventoryItems: Type.Unsafe<ReportItem>(ReportItem),
  tasks: ReportTask,
  files: ReportFile,
  history: ReportRevision,
  auditLog: ReportAuditEntry,
  links: ReportLink,
  vulnerabilities: ReportVulnerability,
  statementEdits: ReportStatementEdit,
  noticeFiles: ReportNoticeFile,
  itemTexts: ReportItemText,
  foundTexts: ReportFoundText,
  licenseMatches: ReportItemMatches,
  differences: ReportDifference,
  decisionChanges: ReportDecisionChange,
} as const;
export type ReportListName = keyof typeof REPORT_LISTS;
export const reportListNames = Object.keys(REPORT_LISTS) as ReportListName[];
/** Each row by its name, so that the compiler computes its type once. */
type ReportRows = { [N in ReportListName]: Static<(typeof REPORT_LISTS)[N]> };
export type ReportRow<N extends ReportListName> = ReportRows[N];

export const ReportHead = exactly({
  schema: Type.Literal(DATA_VERSION),
  report: text(),
  generatedOn: text('UTC'),
  generatedBy: text('Login'),
  options: Type.Record(Type.String(), Type.String()),
  project: ReportProject,
  counts: ReportCounts,
  advisories: ReportAdvisories,
  formerRelease: ReportFormerRelease,
});
export type ReportHead = Static<typeof ReportHead>;

/** All data together, as in the JSON file. A report has only the lists that it needs. */
export const ReportData = Type.Object(
  {
    ...ReportHead.properties,
    ...Object.fromEntries(Object.entries(REPORT_LISTS).map(([name, row]) => [name, Type.Optional(Type.Array(row))])),
    otherProject: Type.Optional(ReportProject),
    otherInventoryItems: Type.Optional(Type.Array(ReportItem)),
  },
  { additionalProperties: false, $id: 'assay-report-1', description: 'The data of a report' },
);
