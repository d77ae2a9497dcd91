// Suppressed vulnerabilities: shapes.
import {
  analysisJustifications,
  analysisResponses,
  analysisStates,
  suppressionReasons,
  suppressionScopes,
  versionScopes,
} from '../../domain/suppression.ts';
import { Enumeration, Id, Model, OneOf, type Static, Text, Type } from '../../http/schemas.ts';

const SuppressionScope = Enumeration('SuppressionScope', suppressionScopes);
const versionIds = Type.Optional(Type.Array(Id('Version'), { maxItems: 100_000, description: 'Versions' }));
const vulnerabilityName = Text(255, 'Name, CVE-2021-44228 for instance', { minLength: 1 });
const remarks = Text(255, 'Why');
const suppressionScope = SuppressionScope('In all projects, or in one', 'GLOBAL');

export const SuppressInput = Model('Suppression', {
  componentId: Id('Component'),
  versionIds,
  vulnerabilityName,
  reason: OneOf(suppressionReasons, 'Kind of reason'),
  remarks,
  versionScope: OneOf(versionScopes, 'The versions named, or all that the component has now'),
  suppressionScope,
  suppressionDetails: Type.Optional(
    Model(
      'SuppressionDetails',
      {
        projectId: Id('Project'),
        state: OneOf(analysisStates, 'State of the analysis'),
        justification: Type.Optional(OneOf(analysisJustifications, 'Why the project is not affected')),
        response: Type.Optional(OneOf(analysisResponses, 'What is done about it')),
        detail: Type.Optional(Text(65_535, 'In words')),
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
