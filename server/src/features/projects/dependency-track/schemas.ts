// Schemas of the addresses of Dependency-Track, as far as its uploaders use them.
import type { Static } from 'typebox';
import type { FormParts } from '../../../http/forms.ts';
import { Model, Text, Type } from '../../../http/schemas.ts';

const uuid = (description: string) => Type.Optional(Text(100, description));

/** Members of an upload, in both of its forms. */
const target = {
  project: uuid('UUID of the project; or projectName'),
  projectName: Type.Optional(Text(255, 'Name of the project, without its version')),
  projectVersion: Type.Optional(Text(255, 'Its version; the project is called NAME VERSION')),
  autoCreate: Type.Optional(Type.Boolean({ description: 'Creates the project if there is none with the name' })),
  parentUUID: uuid('UUID of the parent of a created project; or parentName'),
  parentName: Type.Optional(Text(255, 'Name of the parent')),
  parentVersion: Type.Optional(Text(255, 'Version of the parent')),
  isLatest: Type.Optional(Type.Boolean({ description: 'Has no effect' })),
  isLatestProjectVersion: Type.Optional(Type.Boolean({ description: 'Has no effect' })),
};

export const BomTarget = Type.Object(target);
export type BomTarget = Static<typeof BomTarget>;

export const BomSubmission = Model('BomSubmission', {
  ...target,
  projectTags: Type.Optional(
    Type.Array(Type.Object({ name: Type.Optional(Text(255, 'Tag')) }), {
      description: 'Have no effect',
      maxItems: 1000,
    }),
  ),
  bom: Type.String({ minLength: 1, description: 'The SBOM in Base64' }),
});

export const bomForm: FormParts = {
  ...Object.fromEntries(
    Object.entries(target).map(([name, schema]) => [
      name,
      { description: (schema as { description?: string }).description ?? name, isOptional: true },
    ]),
  ),
  projectTags: { description: 'Has no effect', isOptional: true },
  bom: { description: 'The SBOM, as a file or as text', isFile: true, mayBeText: true },
};

export const BomToken = Model('BomToken', { token: Type.String({ description: 'UUID to ask for' }) });
export const BomProgress = Model('BomProgress', {
  processing: Type.Boolean({ description: 'False when the import is over, even if it failed' }),
});

const Project = Model('TrackedProject', {
  uuid: Type.String(),
  name: Type.String(),
  version: Type.String({ description: 'Blank for none' }),
  active: Type.Boolean(),
  tags: Type.Array(Type.Object({ name: Type.String() })),
  lastBomImport: Type.Optional(Type.Integer({ description: 'Milliseconds since 1970' })),
  lastBomImportFormat: Type.Optional(Type.String()),
});
export const TrackedProject = Project;
export const TrackedProjects = Type.Array(Project);

export const TrackedFindings = Type.Array(
  Model('TrackedFinding', {
    component: Type.Object({
      uuid: Type.String(),
      name: Type.String(),
      version: Type.String(),
      purl: Type.Optional(Type.String()),
      project: Type.String(),
    }),
    vulnerability: Type.Object({
      uuid: Type.String(),
      source: Type.String(),
      vulnId: Type.String(),
      aliases: Type.Array(Type.Record(Type.String(), Type.String())),
      title: Type.String(),
      description: Type.String(),
      severity: Type.String(),
      severityRank: Type.Integer({ description: '0 critical, 1 high, 2 medium, 3 low, 4 informational, 5 unassigned' }),
      cvssV2BaseScore: Type.Optional(Type.Number()),
      cvssV3BaseScore: Type.Optional(Type.Number()),
      cvssV4Score: Type.Optional(Type.Number()),
      epssScore: Type.Optional(Type.Number()),
      epssPercentile: Type.Optional(Type.Number()),
      cwes: Type.Array(Type.Object({ cweId: Type.Integer(), name: Type.String() })),
      recommendation: Type.String(),
    }),
    analysis: Type.Object({ isSuppressed: Type.Boolean() }),
    matrix: Type.String(),
  }),
);

const Count = Type.Integer();
export const TrackedMetrics = Model('TrackedMetrics', {
  ...{ critical: Count, high: Count, medium: Count, low: Count, unassigned: Count },
  ...{ vulnerabilities: Count, findingsTotal: Count, components: Count, vulnerableComponents: Count },
  inheritedRiskScore: Type.Number({ description: '10, 5, 3, 1 and 5 for each of the five severities' }),
  firstOccurrence: Type.Integer(),
  lastOccurrence: Type.Integer(),
});

export const TrackedVersion = Model('TrackedVersion', {
  application: Type.String(),
  version: Type.String({ description: 'The version of Dependency-Track whose addresses these are' }),
  framework: Type.Object({ name: Type.String(), version: Type.String() }),
});
