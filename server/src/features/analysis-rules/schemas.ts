// Schemas of rules that decide about vulnerabilities.
import {
  dependencyPlaces,
  ruleKinds,
  ruleReaches,
  ruleSkipReasons,
  ruleStates,
} from '../../domain/analysis-rules/rule.ts';
import { shippableScopes } from '../../domain/inventories/shipped-scopes.ts';
import { analysisWords, DecisionEffect } from '../../http/models/analysis-model.ts';
import { Enumeration, Flag, Id, Model, OneOf, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { Severity } from '../../http/models/shared-lists.ts';

const MOST = 1000;
const some = <T extends Parameters<typeof Type.Array>[0]>(of: T, description: string) =>
  Type.Optional(Type.Array(of, { maxItems: MOST, description }));
const Score = (description: string) =>
  Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description }));

const Reach = Enumeration('AnalysisRuleReach', ruleReaches);
const Kind = Enumeration('AnalysisRuleKind', ruleKinds);
const State = Enumeration('AnalysisRuleState', ruleStates);
const Skip = Enumeration('AnalysisRuleSkip', ruleSkipReasons);

const RulePackage = Model('AnalysisRulePackage', {
  package: Text(1000, 'Package URL without a version; * stands for any characters, as in pkg:maven/org.apache.*', {
    minLength: 1,
  }),
  versions: Text(2000, 'Range of versions such as vers:npm/<1.3.0; blank for all'),
});

const Condition = Model(
  'AnalysisRuleCondition',
  {
    vulnerabilities: some(Text(255, 'Any of its names'), 'Names or aliases of vulnerabilities'),
    weaknesses: some(Text(20, 'CWE-79'), 'Weaknesses'),
    severities: some(Severity('Severity'), 'Severities, as lists show them'),
    epssBelow: Score('The EPSS score is below this; a vulnerability without a score is left out'),
    epssFrom: Score('The EPSS score is at least this; a vulnerability without a score is left out'),
    packages: some(RulePackage, 'Packages of items'),
    dependencyLevels: some(OneOf(dependencyPlaces, 'Level'), 'How the code base depends on the item'),
    parents: some(
      Text(1000, 'Package URL without a version'),
      'All paths in the dependency graph lead through one of these packages',
    ),
    scopes: some(OneOf(shippableScopes, 'Scope'), 'Scopes of items, as manifests say'),
    folderIds: some(Id('Folder'), 'Folders of projects, with all below'),
    projectIds: some(Id('Project'), 'Projects'),
    includeCopies: Type.Optional(
      Type.Boolean({
        description: 'Also projects that were copied or branched from those in projectIds, in any number of steps',
      }),
    ),
    projectNames: some(Text(255, 'Name'), 'Names of projects; * stands for any characters'),
    paths: some(Text(1024, 'Pattern'), 'Every file of the item fits one of these patterns, written as in .gitignore'),
  },
  { description: 'All members that are given must hold; of the values of a member, one' },
);

const content = {
  name: Text(200, 'Name', { minLength: 1 }),
  condition: Condition,
  ...analysisWords,
  ground: Text(10_000, 'Why it may be believed, in words; shown with everything that the rule decides', {
    minLength: 1,
  }),
  suppress: Type.Optional(
    Type.Boolean({
      description:
        'Whether what it decides about no longer counts; by default if the state says that nothing is affected',
    }),
  ),
  expiresOn: Text(30, 'The last day, a time (UTC), or "never". Then everything that it decided is open again', {
    minLength: 1,
  }),
};

export const AnalysisRuleInput = Model('AnalysisRuleInput', {
  ...content,
  isEnabled: Flag(true, 'Whether it decides'),
});
export type AnalysisRuleInput = Static<typeof AnalysisRuleInput>;

export const AnalysisRuleChange = Model('AnalysisRuleChange', {
  ...content,
  isEnabled: Flag(true, 'Whether it decides'),
  ...versioned,
});

export const AnalysisRulePreviewInput = Model('AnalysisRulePreviewInput', {
  ...content,
  ruleId: Type.Optional(Id('The stored rule that it would replace')),
});
export type AnalysisRulePreviewInput = Static<typeof AnalysisRulePreviewInput>;

export const AnalysisRuleSwitch = Model('AnalysisRuleSwitch', {
  isEnabled: Type.Boolean({ description: 'Whether it decides. If not, everything that it decided is open again' }),
});

export const AnalysisRule = Model('AnalysisRule', {
  id: Type.Integer(),
  ...content,
  justification: Type.String(),
  response: Type.String(),
  suppress: Type.Boolean(),
  kind: Kind('DECISION: a person decided about a vulnerability for more than the items that they saw'),
  isEnabled: Type.Boolean(),
  ruleState: State('ENDED: its last day is over'),
  reach: Reach('How far it reaches; of two rules about the same, the narrower one decides'),
  decided: Type.Integer({ description: 'Vulnerabilities of items that it decides about, in all projects' }),
  author: Type.String(),
  createdOn: Type.String(),
  changedBy: Type.String(),
  changedOn: Type.String(),
  mayChange: Type.Boolean({ description: 'Whether you may change it' }),
  ...versioned,
});

export const AnalysisRuleChanged = Model('AnalysisRuleChanged', {
  id: Type.Integer(),
  decided: Type.Integer({
    description: 'Vulnerabilities of items with another decision of a rule than before, or with the first one',
  }),
  ended: Type.Integer({ description: 'Those without one now' }),
  waiting: Type.Integer({
    description: 'Items that the background still compares; 0 if the change has taken effect everywhere',
  }),
});

const PreviewedPair = Model('AnalysisRuleExample', {
  projectId: Type.Integer(),
  projectName: Type.String(),
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  vulnerabilityName: Type.String(),
  why: Type.String({ description: 'Why it is left out, as in skipped; blank if the rule would decide' }),
});

export const AnalysisRulePreview = Model('AnalysisRulePreview', {
  decided: Type.Integer({ description: 'Vulnerabilities of items about which it would decide, in all projects' }),
  items: Type.Integer(),
  projects: Type.Integer(),
  skipped: Type.Array(Model('AnalysisRuleSkipped', { why: Skip('Why it would be left out'), count: Type.Integer() })),
  examples: Type.Array(PreviewedPair, { description: 'At most ten, from projects that you may see' }),
  skippedExamples: Type.Array(PreviewedPair, { description: 'At most ten, from projects that you may see' }),
});

export const DecidedByRule = Model('DecidedByRule', {
  projectId: Type.Integer(),
  projectName: Type.String(),
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  vulnerabilityName: Type.String(),
  state: Type.String(),
  suppressed: Type.Boolean({ description: 'Whether the vulnerability does not count because of it' }),
  decidedOn: Type.String(),
  otherRules: Type.Array(Type.String(), { description: 'Rules that hold too, and give way to it' }),
  vexSources: Type.Array(Type.String(), {
    description: 'Sources of VEX that say something about it, and give way to it',
  }),
  effect: DecisionEffect('OVERRULED: people have decided about it in the project or for all projects, and that counts'),
  ownState: Type.String({ description: 'What people decided; blank if nothing, or without an analysis' }),
  ownAuthor: Type.String({ description: 'Blank if people decided nothing' }),
});
