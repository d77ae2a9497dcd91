// Schemas of suppressed vulnerabilities.

import { decisionReaches } from '../../domain/analysis-rules/rule.ts';
import { presences } from '../../domain/derivation/code-presence.ts';
import { suppressionReasons, suppressionScopes, versionScopes } from '../../domain/vulnerabilities/suppression.ts';
import {
  analysisChanges,
  portfolioAnalysisChanges,
  vexImportChanges,
} from '../../domain/vulnerabilities/vulnerability.ts';
import { AnalysisState, analysisWords } from '../../http/models/analysis-model.ts';
import { Enumeration, Id, Model, OneOf, type Static, Text, Type } from '../../http/models/schemas.ts';

const SuppressionScope = Enumeration('SuppressionScope', suppressionScopes);
const versionIds = Type.Optional(Type.Array(Id('Version'), { maxItems: 100_000, description: 'Versions' }));
const vulnerabilityName = Text(255, 'Name, such as CVE-2021-44228', { minLength: 1 });
const remarks = Text(255, 'Why');
const suppressionScope = SuppressionScope('In all projects, or in one', 'GLOBAL');

const expiresOn = Type.Optional(
  Text(
    30,
    'End of the decision, a day or a time (UTC). Then the vulnerability counts again and its alerts open. Without it the decision has no end',
  ),
);
const analysisWithDetail = {
  ...analysisWords,
  detail: Type.Optional(Text(65_535, 'In words')),
};

export const SuppressInput = Model('Suppression', {
  componentId: Id('Component'),
  versionIds,
  vulnerabilityName,
  reason: OneOf(suppressionReasons, 'Kind of reason'),
  remarks,
  versionScope: OneOf(versionScopes, 'The named versions, or all current versions of the component'),
  suppressionScope,
  expiresOn,
  suppressionDetails: Type.Optional(
    Model(
      'SuppressionDetails',
      {
        projectId: Id('Project'),
        ...analysisWithDetail,
      },
      { description: 'Needed when suppressionScope is PROJECT' },
    ),
  ),
});
export type SuppressInput = Static<typeof SuppressInput>;

export const UnsuppressInput = Model('SuppressionLift', {
  componentId: Id('Component'),
  versionIds,
  vulnerabilityName,
  remarks,
  suppressionScope,
  suppressionDetails: Type.Optional(
    Model(
      'SuppressionProject',
      { projectId: Id('Project') },
      { description: 'Needed when suppressionScope is PROJECT' },
    ),
  ),
});
export type UnsuppressInput = Static<typeof UnsuppressInput>;

const Analysis = Type.Array(
  Model('SuppressionAnalysis', {
    projectId: Type.Integer(),
    state: Type.Optional(Type.String()),
    justification: Type.Optional(Type.String()),
    response: Type.Optional(Type.String()),
    detail: Type.Optional(Type.String()),
  }),
);

export const SuppressedVulnerability = Model('SuppressedVulnerability', {
  itemNumber: Type.Integer(),
  suppressId: Type.Integer(),
  vulnerabilityId: Type.Integer(),
  vulnerabilityName: Type.String(),
  componentId: Type.Integer(),
  componentName: Type.String(),
  suppressedBy: Type.String(),
  suppressedDate: Type.String(),
  componentVersionIds: Type.Array(Type.Integer()),
  suppressionScope: SuppressionScope('In all projects, or in one'),
  suppressionDetails: Analysis,
});

export const SuppressedVersion = Model('SuppressedVersion', {
  suppressId: Type.Integer(),
  vulnerabilityName: Type.String(),
  componentName: Type.String(),
  versionId: Type.Integer(),
  versionName: Type.String(),
  suppressedReason: Type.String(),
  suppressedRemarks: Type.String(),
  suppressedBy: Type.String(),
  suppressedDate: Type.String(),
  suppressionScope: SuppressionScope('In all projects, or in one'),
  suppressionDetails: Analysis,
});

const selection = {
  inventoryIds: Type.Optional(
    Type.Array(Id('Inventory item'), { maxItems: 100_000, description: 'All their vulnerabilities, or those named' }),
  ),
  vulnerabilityNames: Type.Optional(
    Type.Array(Text(255, 'Any of its names', { minLength: 1 }), {
      maxItems: 10_000,
      description: 'Names of vulnerabilities: in the named items, or in all items of the project',
    }),
  ),
  previewOnly: Type.Optional(Type.Boolean({ description: 'Returns the changes without making them' })),
};

const choice = {
  ...analysisWithDetail,
  suppress: Type.Optional(
    Type.Boolean({ description: 'Leave them out of counts, lists and policies; false by default' }),
  ),
  expiresOn,
  ground: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 10_000 }), {
      description: 'Evidence of the decision, kept with it, such as paths and digests of files',
    }),
  ),
};

const Reach = Enumeration('DecisionReach', decisionReaches);

export const AnalysisInput = Model('AnalysisOfMany', {
  ...selection,
  ...choice,
  reach: Type.Optional(
    Reach(
      'ITEMS, by default: the chosen items. PROJECT: all items of the project with these components, also later ones. RELEASES: also of projects that are copied or branched from it. FOLDER, SITE: of all projects of a folder, or of all',
    ),
  ),
  folderId: Type.Optional(Id('Folder of the reach FOLDER; by default that of the project')),
  allVersions: Type.Optional(
    Type.Boolean({
      description: 'With a wider reach: all versions of the components, not only those of the chosen items',
    }),
  ),
});
export type AnalysisInput = Static<typeof AnalysisInput>;

export const AnalysisLift = Model('AnalysisLift', { ...selection, remarks });
export type AnalysisLift = Static<typeof AnalysisLift>;

const AnalysisChange = {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  vulnerabilityName: Type.String(),
  severity: Type.String(),
  wasSuppressed: Type.Boolean(),
  stateBefore: Type.String({ description: 'Blank if there was no decision before' }),
};
const suppressedEverywhere =
  'SUPPRESSED_EVERYWHERE: an administrator suppressed it in all projects, so nothing changes';

export const AnalysisChanges = Model('AnalysisChanges', {
  ruleIds: Type.Optional(
    Type.Array(Type.Integer(), { description: 'The rules in which a decision with a wider reach is kept' }),
  ),
  waiting: Type.Optional(Type.Integer({ description: 'With a wider reach: what the background still compares' })),
  total: Type.Integer({ description: 'Number of affected pairs of item and vulnerability' }),
  leftOff: Type.Integer({ description: 'Number of pairs that `changes` does not list' }),
  changes: Type.Array(
    Model('AnalysisChange', { ...AnalysisChange, change: OneOf(analysisChanges, suppressedEverywhere) }),
  ),
});

const portfolioSelection = {
  inventoryIds: Type.Optional(
    Type.Array(Id('Inventory item'), {
      maxItems: 10_000,
      description: 'Items of any projects: all their vulnerabilities, or those named',
    }),
  ),
  vulnerabilityNames: Type.Optional(
    Type.Array(Text(255, 'Any of its names', { minLength: 1 }), {
      maxItems: 10_000,
      description: 'Names of vulnerabilities: in the named items, or in all items that you may see',
    }),
  ),
  projectIds: Type.Optional(
    Type.Array(Id('Project'), { maxItems: 10_000, description: 'Only items of these projects; all by default' }),
  ),
  previewOnly: selection.previewOnly,
};

export const PortfolioAnalysisInput = Model('PortfolioAnalysis', { ...portfolioSelection, ...choice });
export type PortfolioAnalysisInput = Static<typeof PortfolioAnalysisInput>;

export const PortfolioAnalysisLift = Model('PortfolioAnalysisLift', { ...portfolioSelection, remarks });
export type PortfolioAnalysisLift = Static<typeof PortfolioAnalysisLift>;

export const PortfolioAnalysisChanges = Model('PortfolioAnalysisChanges', {
  total: Type.Integer({ description: 'Number of selected pairs of item and vulnerability that you may see' }),
  decided: Type.Integer({ description: 'Number of pairs that the decision applies to' }),
  projects: Type.Integer({ description: 'Number of projects with a selected pair that you may decide about' }),
  missing: Type.Integer({
    description: 'Number of named items without such a vulnerability or decision, or that you may not see',
  }),
  notAllowed: Type.Integer({
    description: 'Number of pairs that stay unchanged, because you may not decide there or the project is locked',
  }),
  notAllowedProjects: Type.Array(
    Model('NotAllowedProject', {
      projectId: Type.Integer(),
      projectName: Type.String(),
      total: Type.Integer({ description: 'Number of its pairs' }),
    }),
    { description: 'The projects of these pairs, at most the first 1000' },
  ),
  leftOff: Type.Integer({ description: 'Number of pairs that `changes` does not list' }),
  changes: Type.Array(
    Model('PortfolioAnalysisChange', {
      projectId: Type.Integer(),
      projectName: Type.String(),
      ...AnalysisChange,
      change: OneOf(
        portfolioAnalysisChanges,
        `NOT_ALLOWED: you may not decide there, or the project is locked. ${suppressedEverywhere}`,
      ),
    }),
  ),
});

export const VexImported = Model('VexImport', {
  format: Type.String({ description: 'OpenVEX, CSAF or CycloneDX' }),
  document: Type.String({ description: 'Id of the document' }),
  supplier: Type.String({ description: 'Author or publisher; blank if the document names none' }),
  statements: Type.Integer(),
  unmatched: Type.Integer({
    description: 'Number of statements about products or vulnerabilities that the project does not have',
  }),
  total: Type.Integer({ description: 'Number of pairs of item and vulnerability that a statement is about' }),
  decided: Type.Integer({ description: 'Number of pairs with a new or changed analysis' }),
  leftOff: Type.Integer({ description: 'Number of pairs that `changes` does not list' }),
  changes: Type.Array(
    Model('VexImportChange', {
      ...AnalysisChange,
      state: AnalysisState('State by the statement'),
      change: OneOf(
        vexImportChanges,
        `KEPT: somebody here, another supplier or a younger statement has decided otherwise; that decision stays. ${suppressedEverywhere}`,
      ),
    }),
  ),
  issues: Type.Array(Model('VexIssue', { path: Type.String(), message: Type.String() }), {
    description: 'What of the document could not be read',
  }),
});

const FileWithDigest = { path: Type.String(), sha256: Type.String() };

export const CodePresence = Model('CodePresence', {
  presence: OneOf(presences, 'Whether the code base contains the vulnerable code. UNDETERMINED is not safe'),
  words: Type.String({ description: 'Why, in words' }),
  found: Type.Array(
    Model('FoundCode', {
      ...FileWithDigest,
      part: Type.String({ description: 'The file, package or symbol that the advisory names' }),
    }),
  ),
  foundTotal: Type.Integer(),
  searched: Type.Array(Model('SearchedFile', FileWithDigest)),
  searchedFiles: Type.Integer({ description: 'Number of searched files; the first 200 are listed' }),
  searchedDigest: Type.String({
    description: 'SHA-256 of the paths and digests of all searched files, and of the names of listed binary packages',
  }),
  records: Type.Array(Type.String(), { description: 'Advisories that name parts' }),
  parts: Type.Array(Model('NamedCode', { path: Type.String(), symbols: Type.Array(Type.String()) }), {
    description:
      'Files, packages and their symbols, or a source package and the binary packages of it that are affected',
  }),
});

export const CodeAcceptance = Model('CodeAcceptance', {
  detail: analysisWithDetail.detail,
  suppress: Type.Optional(Type.Boolean({ description: 'Leave it out of counts, lists and policies; true by default' })),
  expiresOn,
});
export type CodeAcceptance = Static<typeof CodeAcceptance>;
