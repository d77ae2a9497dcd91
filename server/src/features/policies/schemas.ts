// Schemas of policies.

import { decidedStatuses } from '../../domain/inventories/inventory.ts';
import { notComparedDecisions } from '../../domain/reviews/policy.ts';
import { Enumeration, Id, Model, OneOf, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { Severity, SsvcExploitation } from '../../http/models/shared-lists.ts';

const PolicyDecision = Enumeration('PolicyDecision', decidedStatuses);
const MOST_RULES = 20_000;
const Verdict = PolicyDecision('Decision of the rule');

const PolicyRules = Model(
  'PolicyRulesInput',
  {
    licenses: Type.Optional(
      Type.Array(
        Model('LicenseRuleInput', {
          license: Text(255, 'SPDX id or short name, with its exception where one is meant', { minLength: 1 }),
          decision: Verdict,
        }),
        { maxItems: MOST_RULES, description: 'Rules about the selected license' },
      ),
    ),
    components: Type.Optional(
      Type.Array(
        Model('ComponentRuleInput', {
          component: Text(1024, 'purl without version, or the name of a component', { minLength: 1 }),
          versions: Text(1024, 'Range: ">=1.2 <2.0", "1.4.1", "<1.0 || >=3.0", or "*" for all', { default: '*' }),
          decision: Verdict,
        }),
        { maxItems: MOST_RULES, description: 'Rules about component and version' },
      ),
    ),
    vulnerabilities: Type.Optional(
      Model(
        'VulnerabilityRulesInput',
        {
          approveOnlyWithoutVulnerabilities: Type.Optional(Type.Boolean({ description: 'Takes approvals back' })),
          rejectScoreAbove: Type.Optional(
            Type.Number({ minimum: 0, maximum: 10, description: 'Reject above this CVSS score; never if absent' }),
          ),
          rejectSeverityFrom: Type.Optional(Severity('Reject this severity and graver ones; never if absent')),
          rejectExploited: Type.Optional(
            Type.Boolean({ description: 'Reject vulnerabilities that CISA or ENISA lists as exploited' }),
          ),
          rejectEpssFrom: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              description: 'Reject this EPSS and higher, 0 to 1; never if absent',
            }),
          ),
          rejectSsvcExploitationFrom: Type.Optional(
            SsvcExploitation('Reject this decision point of CISA and higher ones; never if absent'),
          ),
          rejectEndOfLifeWithinDays: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 3650,
              description: 'Reject versions past their end of life (0), or within so many days of it; never if absent',
            }),
          ),
          approveOnlyWithFreshData: Type.Optional(
            Type.Boolean({
              description:
                "Approve nothing while the advisory data of the item's ecosystem are missing or older than the site allows",
            }),
          ),
          whenNotCompared: Type.Optional(
            OneOf(
              notComparedDecisions,
              'The decision on an item that was not compared with advisories. UNDECIDED: a person decides. If absent, the other rules decide',
            ),
          ),
        },
        { description: 'Rules about vulnerabilities of the version' },
      ),
    ),
  },
  { description: 'Rules that decide about items; a rejection overrules an approval' },
);

export const PolicyInput = Model('NewPolicy', {
  name: Text(255, 'Name, unique in the installation', { minLength: 1 }),
  description: Type.Optional(Text(65_535, 'Purpose of the policy')),
  rules: Type.Optional(PolicyRules),
});
export type PolicyInput = Static<typeof PolicyInput>;
export const PolicyChange = Model('PolicyChange', { ...PolicyInput.properties, ...versioned });

export const PolicySummary = Model('PolicySummary', {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  default: Type.Boolean({ description: 'The default profile of projects; cannot be renamed or deleted' }),
});

export const Policy = Model('Policy', {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  default: Type.Boolean(),
  rules: Model('PolicyRules', {
    licenses: Type.Array(Model('LicenseRule', { license: Type.String(), decision: Verdict })),
    components: Type.Array(
      Model('ComponentRule', { component: Type.String(), versions: Type.String(), decision: Verdict }),
    ),
    vulnerabilities: Model('VulnerabilityRules', {
      approveOnlyWithoutVulnerabilities: Type.Boolean(),
      rejectScoreAbove: Type.Union([Type.Number(), Type.Null()]),
      rejectSeverityFrom: Type.Union([Type.String(), Type.Null()]),
      rejectExploited: Type.Boolean(),
      rejectEpssFrom: Type.Union([Type.Number(), Type.Null()]),
      rejectSsvcExploitationFrom: Type.Union([Type.String(), Type.Null()]),
      rejectEndOfLifeWithinDays: Type.Union([Type.Integer(), Type.Null()]),
      approveOnlyWithFreshData: Type.Boolean(),
      whenNotCompared: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  ...versioned,
});

/** Each project costs as much as an application of the policy to it. */
const MOST_PREVIEWED_PROJECTS = 20;

export const PolicyPreviewInput = Model('PolicyPreviewInput', {
  policyId: Type.Optional(Id('The stored profile that is edited: names that it has already are not refused')),
  rules: PolicyRules,
  projectIds: Type.Array(Id('Project'), {
    minItems: 1,
    maxItems: MOST_PREVIEWED_PROJECTS,
    description: 'Projects on whose published items the rules are tried',
  }),
});
export type PolicyPreviewInput = Static<typeof PolicyPreviewInput>;

const previewedItem = {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  licenseExpression: Type.String(),
  reviewStatus: Type.String({ description: 'Its status now: Draft, Approved or Rejected' }),
  decision: Verdict,
  reasons: Type.Array(Type.String(), { description: 'The rules that decide, as sentences' }),
};

export const PolicyPreview = Model('PolicyPreview', {
  projectId: Type.Integer(),
  projectName: Type.String(),
  items: Type.Integer({ description: 'Published items that were tried' }),
  isComplete: Type.Boolean({ description: 'False if the project has more items than are tried' }),
  approved: Type.Integer(),
  rejected: Type.Integer(),
  undecided: Type.Integer({ description: 'Items that meet no rule: they keep their status' }),
  changed: Type.Integer({ description: 'Items that would get another status, decisions of people included' }),
  overturned: Type.Integer({ description: 'Those of them whose status a person set' }),
  examples: Type.Array(Model('PolicyPreviewItem', previewedItem), {
    description: 'Some of the changed items that no person has decided about',
  }),
  overturnedItems: Type.Array(
    Model('PolicyPreviewOverturned', {
      ...previewedItem,
      decidedBy: Type.String({ description: 'Login; empty if it is not known' }),
      decidedOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC; empty if it is not known' }),
    }),
    { description: 'The first decisions of people that the rules would overturn' },
  ),
});
