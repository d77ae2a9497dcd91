// Schemas of items that are gone, of decisions that no longer hold, and of decisions that a policy would overturn.
import type { Static } from 'typebox';
import { DecisionKindValue, DecisionScopeValue, LapseSubject } from '../../http/models/enumerations.ts';
import { Id, Model, Text, Type } from '../../http/models/schemas.ts';
import { TextDifference } from '../../http/models/text-difference.ts';

export const GoneInventory = Model('GoneInventory', {
  id: Type.Integer(),
  name: Type.String(),
  reviewStatus: Type.String({ description: 'Draft, unless a person keeps the item' }),
  decided: Type.String({ description: 'The status as it was decided: it holds again when the evidence is back' }),
  isPublished: Type.Boolean(),
  goneSinceScan: Type.Integer({ description: 'The first scan that no longer found the evidence' }),
  goneOn: Type.String({ description: 'When that scan ended; blank if its job is not known here' }),
  why: Type.String({ description: 'What that scan saw' }),
  isKept: Type.Boolean({ description: 'A person keeps it: it counts like every other item' }),
  keptBy: Type.String({ description: 'Login; blank if nobody keeps it' }),
  keptOn: Type.String(),
  keptWhy: Type.String(),
  openTasks: Type.Integer({ description: 'Open tasks about the item' }),
});

export const KeepReason = Model('KeepReason', {
  why: Text(10_000, 'Why the item counts although its evidence is gone', { minLength: 1 }),
});

export const ReleaseReason = Model('ReleaseReason', { why: Type.Optional(Text(10_000, 'Why')) });

export const ToDecideAgain = Model('ToDecideAgain', {
  decisionId: Type.Integer(),
  kind: DecisionKindValue('Kind of the decision that no longer holds'),
  scope: DecisionScopeValue(
    'site: a license that is remembered for all projects, and whose evidence changed in this one',
  ),
  projectId: Type.Integer(),
  projectName: Type.String(),
  inventoryId: Type.Integer({ description: '0 for a decision on a file' }),
  inventoryName: Type.String(),
  filePath: Type.String({ description: 'Blank for a decision on an item' }),
  decided: Type.String({ description: 'The status that was decided; blank if it is no review' }),
  decidedBy: Type.String(),
  decidedOn: Type.String(),
  lapsedOn: Type.String(),
  changes: Type.Array(
    Model('ChangeSinceDecision', {
      what: LapseSubject('What changed'),
      from: Type.String(),
      to: Type.String(),
    }),
  ),
  why: Type.String({ description: 'What changed, as a sentence' }),
});

export const ChangedWords = Model('ChangedWords', {
  texts: Type.Array(
    Model('ChangedText', {
      path: Type.String({ description: 'The file that has the text now; blank for a text that is gone' }),
      difference: Type.Optional(TextDifference),
    }),
    {
      description:
        'Files are compared by what they state: words of licenses, copyrights, terms and the comments around them, in lower case and without years, versions and signs; license texts of items as they are. Without `difference` they differ in more than 500 words, or are too long',
    },
  ),
  missing: Type.String({ description: 'What could not be compared, and why; blank if everything was' }),
});

export const Confirmation = Model('Confirmation', {
  decisions: Type.Array(
    Model('ConfirmedDecision', {
      decisionId: Id('Decision that is to be taken again'),
      why: Text(10_000, 'The sentence `why` of the list, as the person has read it', { minLength: 1 }),
    }),
    { minItems: 1, maxItems: 1000, description: 'Decisions that still hold' },
  ),
  words: Type.Optional(Text(10_000, 'Why they still hold')),
});

export type Confirmation = Static<typeof Confirmation>;

export const Confirmed = Model('Confirmed', { confirmed: Type.Integer({ description: 'Number of decisions' }) });

export const OverturnedDecision = Model('OverturnedDecision', {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  status: Type.String({ description: 'As a person set it' }),
  decidedBy: Type.String({ description: 'Login' }),
  decidedOn: Type.String(),
  policyDecision: Type.String({ description: 'Approved or Rejected' }),
  reasons: Type.Array(Type.String(), { description: 'A sentence for each rule that decides' }),
});
