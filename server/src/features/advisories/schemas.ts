// Schemas of advisories and vulnerabilities.

import { affectedAnswers } from '../../domain/vulnerabilities/affected-answer.ts';
import { alertOutcomes, vulnerabilityKinds } from '../../domain/vulnerabilities/vulnerability.ts';
import { freshnessMembers } from '../../http/models/freshness-model.ts';
import { Enumeration, Id, Model, OneOf, type Static, Text, Type } from '../../http/models/schemas.ts';
import { Severity, TaskPriority } from '../../http/models/shared-lists.ts';
import { Vulnerability } from '../../http/models/vulnerability-model.ts';

const outcomes = ['affected', 'not-affected', 'undetermined'] as const;
const MatchOutcome = Enumeration('MatchOutcome', outcomes);
const Outcome = MatchOutcome('undetermined: Assay cannot decide; do not treat it as safe');
const AdvisoryKind = Enumeration('AdvisoryKind', vulnerabilityKinds);
const TimeOrNull = Type.Union([Type.String(), Type.Null()]);

const Source = Model('AdvisorySource', {
  name: Type.String(),
  location: Type.String({
    description: 'Address, folder or file that updates read; blank if the source only has imported files',
  }),
  isEnabled: Type.Boolean(),
  dataAsOf: TimeOrNull,
  updatedOn: TimeOrNull,
  records: Type.Integer(),
  lastError: Type.String({
    description: 'Why the last update failed; blank if it succeeded. After a failure the earlier data stay in use',
  }),
  failedOn: TimeOrNull,
  signatures: Type.String({
    description:
      'Whether the OpenPGP signatures of its documents were checked, and if not, why; blank if documents of this source have no signatures',
  }),
});

export const Status = Model('AdvisoryStatus', {
  ...freshnessMembers,
  sources: Type.Array(Source),
  vulnerabilities: Type.Integer(),
  waitingVersions: Type.Integer({ description: 'Versions of the library that have not been matched yet' }),
});

export const SourceInput = Model('AdvisorySourceChange', {
  location: Type.String({
    maxLength: 2000,
    pattern: '^(https?://\\S+)?$',
    description:
      'Address of an all.zip of OSV, a catalogue, a table or an archive of such, the provider-metadata.json of a CSAF provider, or the search of EUVD; blank for none',
  }),
  isEnabled: Type.Optional(
    Type.Boolean({ description: 'Whether updates read it and its age counts; true by default' }),
  ),
});
export type SourceInput = Static<typeof SourceInput>;

export const UpdateInput = Model('AdvisoryUpdate', {
  source: Type.Optional(Text(100, 'One source; all enabled ones by default')),
  force: Type.Optional(
    Type.Boolean({
      description:
        'Also accept records that are older than the stored ones, and a source without most of its earlier records',
    }),
  ),
});
export type UpdateInput = Static<typeof UpdateInput>;

export const OwnInput = Model('OwnAdvisories', {
  advisories: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    minItems: 1,
    maxItems: 1000,
    description:
      'Each has id, packages (purl, and versions as a list of ranges such as ">=1.0 <1.4.2"), and may have kind, aliases, summary, details, severity, vector, cwes, references, published, modified, withdrawn',
  }),
});
export type OwnInput = Static<typeof OwnInput>;

export const ListedVulnerability = Model('ListedVulnerability', {
  ...Vulnerability.properties,
  summary: Type.String(),
  severitySource: Type.String({ description: 'The source that states the severity; blank if none does' }),
  withdrawnOn: TimeOrNull,
  affectedItems: Type.Integer({ description: 'Items that the caller may see' }),
  affectedFiles: Type.Integer({
    description:
      'Number of files that are malicious by their digest, in code bases that the caller may see. The last scan or update of advisories found them',
  }),
  affectedProjects: Type.Integer(),
  affectedVersions: Type.Integer({ description: 'Number of distinct versions of components in these items' }),
  affectedComponents: Type.Array(Type.String(), {
    description: 'Name and version of at most three of them, such as "lodash 4.17.4"',
  }),
  decidedItems: Type.Integer({
    description: 'Affected items with an analysis. Items whose vulnerability an analysis suppresses are not listed',
  }),
  mayAnalyze: Type.Boolean({ description: 'Whether you may decide about it for at least one of its items' }),
});

const Record_ = Model('AdvisoryRecord', {
  source: Type.String(),
  id: Type.String(),
  kind: AdvisoryKind('Kind'),
  aliases: Type.Array(Type.String()),
  withdrawnOn: TimeOrNull,
  publishedOn: TimeOrNull,
  modifiedOn: TimeOrNull,
  dataAsOf: TimeOrNull,
  summary: Type.String(),
  details: Type.String(),
  severities: Type.Array(
    Model('SeverityStatement', {
      system: Type.String(),
      vector: Type.String(),
      score: Type.Union([Type.Number(), Type.Null()]),
      label: Type.Union([Type.String(), Type.Null()]),
      source: Type.String(),
    }),
  ),
  cwes: Type.Array(Type.String()),
  references: Type.Array(Model('AdvisoryReference', { type: Type.String(), url: Type.String() })),
  packages: Type.Array(
    Model('AffectedPackage', {
      type: Type.String(),
      name: Type.String(),
      release: Type.String(),
      ranges: Type.Array(Type.String(), { description: 'In words' }),
      fixedVersions: Type.Array(Type.String()),
      versions: Type.Integer({ description: 'How many versions are listed one by one' }),
      parts: Type.Array(Model('VulnerablePart', { path: Type.String(), symbols: Type.Array(Type.String()) })),
    }),
  ),
});

export const VulnerabilityDetails = Model('VulnerabilityDetails', {
  ...ListedVulnerability.properties,
  names: Type.Array(Type.String(), { description: 'All its names, over all sources' }),
  exploitations: Type.Array(
    Model('Exploitation', {
      asserter: Type.String(),
      since: Type.String(),
      due: Type.String(),
      isRansomware: Type.Boolean(),
      note: Type.String(),
    }),
  ),
  records: Type.Array(Record_, { description: 'The text of every source' }),
  ...freshnessMembers,
});

export const AffectedItem = Model('AffectedItem', {
  projectId: Type.Integer(),
  projectName: Type.String(),
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  componentName: Type.String(),
  componentVersionId: Type.Integer(),
  componentVersionName: Type.String(),
  purl: Type.String(),
  vulnerabilityName: Type.String({ description: 'Blank where a package was asked for: then outcome says nothing' }),
  outcome: Outcome,
  suppressed: Type.Boolean(),
  analysisState: Type.String({ description: 'State of an analysis that does not suppress; blank if there is none' }),
  mayAnalyze: Type.Boolean({ description: 'Whether you may decide about the vulnerability of this item' }),
  fixedVersions: Type.Array(Type.String()),
  since: TimeOrNull,
  until: TimeOrNull,
});

export const AffectedItems = Model('AffectedItemsPage', {
  data: Type.Array(AffectedItem),
  answer: OneOf(
    affectedAnswers,
    'UNKNOWN: no advisory has this name, so nothing is known. NOT_COMPARED: no compared item has it, but some items were not compared',
  ),
  words: Type.String({ description: 'The answer as a sentence' }),
});

export const MaliciousFile = Model('MaliciousFile', {
  fileId: Type.Integer(),
  filePath: Type.String(),
  sha256: Type.String(),
  vulnerabilityName: Type.String(),
  summary: Type.String(),
  advisoryIds: Type.Array(Type.String(), { description: 'Advisories with the digest' }),
});

export const Explanation = Model('MatchExplanation', {
  purl: Type.String(),
  vulnerabilityName: Type.String(),
  outcome: Outcome,
  verdict: Type.String(),
  records: Type.Array(
    Model('RecordExplanation', {
      source: Type.String(),
      id: Type.String(),
      outcome: Outcome,
      why: Type.Array(Type.String(), { description: 'The steps of the comparison' }),
      fixedVersions: Type.Array(Type.String()),
      dataAsOf: TimeOrNull,
    }),
  ),
});

export const Alert = Model('VulnerabilityAlert', {
  id: Type.Integer(),
  inventoryId: Type.Union([Type.Integer(), Type.Null()], {
    description: 'null if the alert is about malicious files of the code base: these have no item',
  }),
  inventoryName: Type.String(),
  projectId: Type.Integer(),
  projectName: Type.String(),
  vulnerabilityName: Type.String(),
  severity: Severity('Severity'),
  isExploited: Type.Boolean({ description: 'Listed as exploited by CISA or ENISA' }),
  priority: TaskPriority('Priority'),
  isOpen: Type.Boolean(),
  createdOn: Type.String(),
  closedOn: TimeOrNull,
  closedBy: Type.String(),
  filePath: Type.String({ description: 'The first malicious file; blank if the alert is about an item' }),
  fileCount: Type.Integer({
    description: 'Number of malicious files that the last scan or update of advisories found',
  }),
  endedOn: Type.Union([Type.String(), Type.Null()], {
    description:
      'When the last malicious file was removed. This closes the alert. It opens again if such a file returns',
  }),
  mayChange: Type.Boolean({ description: 'Whether you may close it or change its priority' }),
});

export const AlertChange = Model('VulnerabilityAlertChange', {
  priority: Type.Optional(TaskPriority('Priority')),
  isOpen: Type.Optional(Type.Boolean({ description: 'false closes it' })),
});
export type AlertChange = Static<typeof AlertChange>;

export const AlertsChange = Model('VulnerabilityAlertsChange', {
  ...AlertChange.properties,
  alertIds: Type.Array(Id('Alert'), { minItems: 1, maxItems: 10_000, description: 'Alerts, of any projects' }),
  previewOnly: Type.Optional(Type.Boolean({ description: 'Returns the changes without making them' })),
});
export type AlertsChange = Static<typeof AlertsChange>;

export const AlertChanges = Model('VulnerabilityAlertChanges', {
  changed: Type.Integer(),
  same: Type.Integer({ description: 'Number of alerts that already have the wanted values' }),
  notAllowed: Type.Integer({
    description: 'Number of alerts that stay unchanged, because you may not change them or their project is locked',
  }),
  missing: Type.Integer({ description: 'Number of ids without an alert that you may see' }),
  leftOff: Type.Integer({ description: 'Number of alerts that the list "changes" leaves out' }),
  changes: Type.Array(
    Model('VulnerabilityAlertOutcome', {
      id: Type.Integer(),
      projectName: Type.String(),
      vulnerabilityName: Type.String(),
      inventoryName: Type.String(),
      filePath: Type.String(),
      outcome: OneOf(
        alertOutcomes,
        'NOT_ALLOWED: the alert stays unchanged, because you may not change it or the project is locked',
      ),
    }),
  ),
});

export const TrustedAdvisoryKey = Model('TrustedAdvisoryKey', { key: Type.String() });

export const AdvisoryKey = Model('AdvisoryKey', {
  key: Text(100, 'As "assay advisories bundle" prints it', { minLength: 44 }),
});

/** By which vulnerabilities are listed. */
