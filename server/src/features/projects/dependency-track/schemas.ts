// Schemas of the addresses of Dependency-Track, as far as its uploaders use them.
import type { Static } from 'typebox';
import type { FormParts } from '../../../http/forms.ts';
import { LARGEST_PAGE, Model, Text, Type } from '../../../http/models/schemas.ts';

/** Programs send members that Assay has no place for; the header X-Ignored-Members of the answer names them. */
const othersToo = { additionalProperties: Type.Unknown({ description: 'Has no effect' }) };

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

export const BomSubmission = Model(
  'BomSubmission',
  {
    ...target,
    projectTags: Type.Optional(
      Type.Array(Type.Object({ name: Type.Optional(Text(255, 'Tag')) }), {
        description: 'Are added to those of the project',
        maxItems: 1000,
      }),
    ),
    bom: Type.String({ minLength: 1, description: 'The SBOM in Base64' }),
  },
  othersToo,
);

export const BOM_MEMBERS: ReadonlySet<string> = new Set([...Object.keys(target), 'projectTags', 'bom']);

export const bomForm: FormParts = {
  ...Object.fromEntries(
    Object.entries(target).map(([name, schema]) => [
      name,
      { description: (schema as { description?: string }).description ?? name, isOptional: true },
    ]),
  ),
  projectTags: { description: 'Tags with commas between them; are added to those of the project', isOptional: true },
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
  description: Type.Optional(Type.String()),
  tags: Type.Array(Type.Object({ name: Type.String() })),
  lastBomImport: Type.Optional(Type.Integer({ description: 'Milliseconds since 1970' })),
  lastBomImportFormat: Type.Optional(Type.String()),
});
export const TrackedProject = Project;
export const TrackedProjects = Type.Array(Project);

const page = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_PAGE, description }));

/** Programs page in two ways. */
export const pagingQuery = {
  pageNumber: page('Page, counted from 1'),
  page: page('The same'),
  pageSize: page('Rows per page; 100 by default'),
  limit: page('The same'),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Rows before the page' })),
};

export function rangeIn(query: {
  pageNumber?: number;
  page?: number;
  pageSize?: number;
  limit?: number;
  offset?: number;
}) {
  const limit = query.pageSize ?? query.limit ?? 100;
  return { limit, offset: query.offset ?? ((query.pageNumber ?? query.page ?? 1) - 1) * limit };
}

const componentMembers = {
  uuid: Type.String(),
  name: Type.String(),
  version: Type.String({ description: 'Blank if unknown' }),
  classifier: Type.String(),
  isInternal: Type.Boolean(),
  purl: Type.Optional(Type.String()),
  cpe: Type.Optional(Type.String()),
  licenseExpression: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
};
const directDependencies = Type.Optional(
  Type.String({ description: 'A list of objects with the uuid of each, as JSON in a text; missing if there are none' }),
);

export const TrackedComponent = Model('TrackedSingleComponent', {
  ...componentMembers,
  directDependencies,
  project: Project,
});

export const TrackedGraph = Type.Array(
  Model('TrackedGraphNode', {
    uuid: Type.String(),
    name: Type.String(),
    version: Type.String({ description: 'Blank if unknown' }),
    purl: Type.Optional(Type.String()),
    directDependencies,
  }),
);

export const TrackedComponents = Type.Array(
  Model('TrackedComponent', {
    ...componentMembers,
    project: Type.Object({ uuid: Type.String() }),
  }),
);

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
    analysis: Type.Object({
      state: Type.Optional(Type.String({ description: 'Such as NOT_AFFECTED; absent if nobody decided' })),
      isSuppressed: Type.Boolean(),
    }),
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

/** Members of a project. */
const projectMembers = {
  description: Type.Optional(Text(65_535, 'What the project is')),
  tags: Type.Optional(
    Type.Array(Type.Object({ name: Type.Optional(Text(255, 'Tag')) }), { description: 'All tags', maxItems: 1000 }),
  ),
  parent: Type.Optional(Type.Object({ uuid: Text(100, 'UUID of a project that gets it as a child') })),
};

/** What Assay does something with; of the others, nothing. */
export const PROJECT_MEMBERS: ReadonlySet<string> = new Set([
  ...['uuid', 'name', 'version', 'description', 'tags', 'parent'],
]);

export const TrackedProjectChange = Model(
  'TrackedProjectChange',
  {
    name: Type.Optional(Text(255, 'New name, without the version', { minLength: 1 })),
    version: Type.Optional(Text(255, 'New version')),
    ...projectMembers,
  },
  othersToo,
);
export type TrackedProjectChange = Static<typeof TrackedProjectChange>;

/** The whole project, as programs read it and send it back. */
export const ReplacedTrackedProject = Model(
  'ReplacedTrackedProject',
  {
    uuid: Text(100, 'UUID of the project', { minLength: 1 }),
    name: Type.Optional(Text(255, 'Name, without the version', { minLength: 1 })),
    version: Type.Optional(Text(255, 'Version')),
    ...projectMembers,
  },
  othersToo,
);

export const NewTrackedProject = Model(
  'NewTrackedProject',
  {
    name: Text(255, 'Name, without the version', { minLength: 1 }),
    version: Type.Optional(Text(255, 'Version; the project is called NAME VERSION')),
    ...projectMembers,
  },
  othersToo,
);

export const TrackedTeam = Model('TrackedTeam', {
  uuid: Type.String(),
  name: Type.String({ description: 'Login of the owner of the key' }),
  permissions: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
});

export const TrackedViolations = Type.Array(
  Model('TrackedViolation', {
    uuid: Type.String(),
    type: Type.String({ description: 'LICENSE, SECURITY or OPERATIONAL' }),
    text: Type.String({ description: 'The reason as a sentence' }),
    component: Type.Object({
      uuid: Type.String(),
      name: Type.String(),
      version: Type.String(),
      purl: Type.Optional(Type.String()),
      project: Type.Object({ uuid: Type.String() }),
    }),
    project: Type.Object({ uuid: Type.String() }),
    policyCondition: Type.Object({
      uuid: Type.String(),
      subject: Type.String(),
      operator: Type.String(),
      value: Type.String(),
      policy: Type.Object({ uuid: Type.String(), name: Type.String(), violationState: Type.String() }),
    }),
    analysis: Type.Object({ isSuppressed: Type.Boolean() }),
  }),
);

const vexTarget = {
  project: uuid('UUID of the project; or projectName'),
  projectName: Type.Optional(Text(255, 'Name of the project, without its version')),
  projectVersion: Type.Optional(Text(255, 'Its version')),
};
export const VexTarget = Type.Object(vexTarget);
export type VexTarget = Static<typeof VexTarget>;
export const VexSubmission = Model(
  'VexSubmission',
  {
    ...vexTarget,
    vex: Type.String({ minLength: 1, description: 'The VEX document in Base64' }),
  },
  othersToo,
);
export const VEX_MEMBERS: ReadonlySet<string> = new Set([...Object.keys(vexTarget), 'vex']);
export const vexForm: FormParts = {
  ...Object.fromEntries(
    Object.entries(vexTarget).map(([name, schema]) => [
      name,
      { description: (schema as { description?: string }).description ?? name, isOptional: true },
    ]),
  ),
  vex: { description: 'The VEX document, as a file or as text', isFile: true, mayBeText: true },
};
