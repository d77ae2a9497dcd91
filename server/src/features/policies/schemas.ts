// Policies: shapes.
import { severities } from '../../domain/severity.ts';
import { OneOf, type Static, Text, Type } from '../../http/schemas.ts';

const MOST_RULES = 20_000;
const Verdict = OneOf(['APPROVED', 'REJECTED'], 'What the rule decides');

export const PolicyRules = Type.Object(
  {
    licenses: Type.Optional(
      Type.Array(
        Type.Object({
          license: Text(255, 'SPDX id or short name, with its exception where one is meant', { minLength: 1 }),
          decision: Verdict,
        }),
        { maxItems: MOST_RULES, description: 'Rules about the selected license' },
      ),
    ),
    components: Type.Optional(
      Type.Array(
        Type.Object({
          component: Text(1024, 'purl without version, or the name of a component', { minLength: 1 }),
          versions: Text(1024, 'Range: ">=1.2 <2.0", "1.4.1", "<1.0 || >=3.0", or "*" for all', { default: '*' }),
          decision: Verdict,
        }),
        { maxItems: MOST_RULES, description: 'Rules about component and version' },
      ),
    ),
    vulnerabilities: Type.Optional(
      Type.Object(
        {
          approveOnlyWithoutVulnerabilities: Type.Optional(Type.Boolean({ description: 'Takes approvals back' })),
          rejectScoreAbove: Type.Optional(
            Type.Number({ minimum: 0, maximum: 10, description: 'Reject above this CVSS score; absent: never' }),
          ),
          rejectSeverityFrom: Type.Optional(OneOf(severities, 'Reject from this severity on; absent: never')),
        },
        { description: 'Rules about vulnerabilities of the version' },
      ),
    ),
  },
  { description: 'What decides about items; a rejection wins over an approval' },
);

export const PolicyInput = Type.Object({
  name: Text(255, 'Name, unique in the installation', { minLength: 1 }),
  description: Type.Optional(Text(65_535, 'What the policy is for')),
  rules: Type.Optional(PolicyRules),
});
export type PolicyInput = Static<typeof PolicyInput>;

export const PolicySummary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  default: Type.Boolean({ description: 'The one that projects take by default; cannot be renamed or deleted' }),
});

export const Policy = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  default: Type.Boolean(),
  rules: Type.Object({
    licenses: Type.Array(Type.Object({ license: Type.String(), decision: Verdict })),
    components: Type.Array(Type.Object({ component: Type.String(), versions: Type.String(), decision: Verdict })),
    vulnerabilities: Type.Object({
      approveOnlyWithoutVulnerabilities: Type.Boolean(),
      rejectScoreAbove: Type.Union([Type.Number(), Type.Null()]),
      rejectSeverityFrom: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
});
