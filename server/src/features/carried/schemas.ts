// Schemas of decisions that count, or could count, for what they were not made on.
import type { Static } from 'typebox';
import { proposalSubjects } from '../../domain/decisions/carried-words.ts';
import { carryModes, projectCarryModes } from '../../domain/decisions/carry-settings.ts';
import { carryWays } from '../../domain/decisions/carrying.ts';
import { reachScopes, widerScopes } from '../../domain/decisions/reach.ts';
import { Enumeration } from '../../http/models/models.ts';
import { Id, Model, OneOf, Text, Type, versioned } from '../../http/models/schemas.ts';

const CarryMode = Enumeration('CarryMode', carryModes);
const CarryWay = Enumeration('CarryWay', carryWays);
const ProposalSubject = Enumeration('CarriedSubject', proposalSubjects);

const MEMBERS = {
  unchangedBytes: 'Files with bytes that were reviewed under another name',
  sameEvidence: 'Files with other bytes that state the same licenses, words and holders',
  newFiles: 'New files that state what reviewed files of the same component state, or nothing likewise',
  versionBump: 'Another version of a component with the same license, texts, holders and use',
} as const;

export const CarrySettings = Model('CarrySettings', {
  unchangedBytes: CarryMode(`${MEMBERS.unchangedBytes}: APPLY, PROPOSE or NEVER`),
  sameEvidence: CarryMode(MEMBERS.sameEvidence),
  newFiles: CarryMode(MEMBERS.newFiles),
  versionBump: CarryMode(MEMBERS.versionBump),
  ...versioned,
});

export const CarrySettingsInput = Model('CarrySettingsInput', {
  unchangedBytes: Type.Optional(CarryMode(MEMBERS.unchangedBytes)),
  sameEvidence: Type.Optional(CarryMode(MEMBERS.sameEvidence)),
  newFiles: Type.Optional(CarryMode(MEMBERS.newFiles)),
  versionBump: Type.Optional(CarryMode(MEMBERS.versionBump)),
  ...versioned,
});
export type CarrySettingsInput = Static<typeof CarrySettingsInput>;

const ProjectCarryMode = Enumeration('ProjectCarryMode', projectCarryModes);
const ProjectMode = (description: string) => ProjectCarryMode(`${description}; SITE: as the site says`);

const modes = {
  unchangedBytes: CarryMode(MEMBERS.unchangedBytes),
  sameEvidence: CarryMode(MEMBERS.sameEvidence),
  newFiles: CarryMode(MEMBERS.newFiles),
  versionBump: CarryMode(MEMBERS.versionBump),
} as const;

export const ProjectCarrySettings = Model('ProjectCarrySettings', {
  unchangedBytes: ProjectMode(MEMBERS.unchangedBytes),
  sameEvidence: ProjectMode(MEMBERS.sameEvidence),
  newFiles: ProjectMode(MEMBERS.newFiles),
  versionBump: ProjectMode(MEMBERS.versionBump),
  inForce: Model('CarrySettingsInForce', modes),
  ofSite: Model('CarrySettingsOfSite', modes, { description: 'What SITE means' }),
  ...versioned,
});

export const ProjectCarrySettingsInput = Model('ProjectCarrySettingsInput', {
  unchangedBytes: Type.Optional(ProjectMode(MEMBERS.unchangedBytes)),
  sameEvidence: Type.Optional(ProjectMode(MEMBERS.sameEvidence)),
  newFiles: Type.Optional(ProjectMode(MEMBERS.newFiles)),
  versionBump: Type.Optional(ProjectMode(MEMBERS.versionBump)),
  ...versioned,
});
export type ProjectCarrySettingsInput = Static<typeof ProjectCarrySettingsInput>;

const GROUND = {
  subject: ProposalSubject('What the decisions are about'),
  way: CarryWay(
    'How the decision reaches the subject: the same bytes, text or evidence of a file, or the same component of a new file; the same or another version of a component',
  ),
} as const;

export const ProposalGroup = Model('CarriedProposalGroup', {
  group: Type.String({ description: 'Name of the group in the addresses of its operations' }),
  title: Type.String({ description: 'Such as "38 bumps of MIT packages that were approved"' }),
  ...GROUND,
  value: OneOf(['APPROVED', 'REJECTED', 'REVIEWED'], 'What was decided; REVIEWED for files'),
  license: Type.String({ description: 'License of the items; blank for files' }),
  fromProjectId: Type.Integer({ description: 'Project in which it was decided' }),
  fromProjectName: Type.String(),
  isConflicting: Type.Boolean({ description: 'Another decision says otherwise' }),
  count: Type.Integer({ description: 'Number of proposals' }),
  seen: Type.String({ description: 'Changes with the proposals; to be sent with the answer to them' }),
});

const SOURCE = {
  decisionId: Type.Integer({ description: 'The decision that could count' }),
  decidedBy: Type.String({ description: 'Login' }),
  decidedOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
  fromProjectId: Type.Integer(),
  fromProjectName: Type.String(),
  fromInventoryId: Type.Integer({ description: 'The item that was decided on, which may be gone; 0 for a file' }),
} as const;

export const Proposal = Model('CarriedProposal', {
  ...GROUND,
  inventoryId: Type.Integer({ description: '0 for a file' }),
  inventoryName: Type.String(),
  fileId: Type.Integer({ description: '0 for an item' }),
  filePath: Type.String(),
  ...SOURCE,
  why: Type.String({ description: 'Why it could count, as a sentence' }),
  against: Type.String({ description: 'The decision that says otherwise, as a sentence; blank if there is none' }),
});

export const ProposalAnswer = Model('CarriedProposalAnswer', {
  decision: OneOf(['ACCEPT', 'REFUSE'], 'Decides as proposed, or asks nobody again'),
  seen: Text(100, 'The member `seen` of the group, as the person has read it', { minLength: 1 }),
  except: Type.Optional(
    Type.Array(Id('Item or file of the group'), { maxItems: 10_000, description: 'Proposals that stay open' }),
  ),
  words: Type.Optional(Text(10_000, 'Why')),
});
export type ProposalAnswer = Static<typeof ProposalAnswer>;

export const ProposalsAnswered = Model('CarriedProposalsAnswered', {
  answered: Type.Integer({ description: 'Number of proposals' }),
});

export const CarriedFile = Model('CarriedFile', {
  fileId: Type.Integer(),
  filePath: Type.String(),
  way: CarryWay('How the decision reached the file'),
  decisionId: Type.Integer(),
  decidedBy: Type.String({ description: 'Login' }),
  decidedOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
  why: Type.String({ description: 'As a sentence' }),
});

const ReachScope = Enumeration('ReviewReachScope', reachScopes);
const WiderScope = Enumeration('WidenedReviewScope', widerScopes);
const RANGE =
  'Range of versions for which the review counts, such as `vers:npm/>=1.0.0|<2.0.0`; blank for the version that was decided about';

const reachMembers = {
  scope: ReachScope(
    'ITEM: nowhere else by itself; PROJECT: for the versions, in the project; FAMILY: in the projects above and below it too, at any depth; FOLDER: in the other projects of a folder too; SITE: in all projects',
  ),
  versions: Type.String({ description: RANGE }),
  folderId: Type.Integer({ description: 'For FOLDER: with its subfolders; otherwise 0' }),
};

export const ReviewReach = Model('ReviewReach', {
  ...reachMembers,
  folderPath: Type.String({ description: 'Names of the folders from the root down' }),
  setBy: Type.String({ description: 'Login; blank for ITEM' }),
  setOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC; blank for ITEM' }),
  versionScheme: Type.String({ description: 'Of the range: type of the package URL' }),
  decidedFor: Type.String({ description: 'The version that was decided about; blank if it was not recorded' }),
  whyNot: Type.String({ description: 'Why the review cannot reach further; blank if it can' }),
  ...versioned,
});

export const ReachInput = Model('ReviewReachInput', {
  scope: reachMembers.scope,
  versions: Type.Optional(Text(1000, RANGE)),
  folderId: Type.Optional(Id('For FOLDER: a folder that contains the project; without it, the folder of the project')),
  ...versioned,
});
export type ReachInput = Static<typeof ReachInput>;

export const WidenedReview = Model('WidenedReview', {
  decisionId: Type.Integer(),
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  projectId: Type.Integer(),
  projectName: Type.String(),
  status: Type.String({
    description: 'Of the item: Draft if the review does not hold now, so that it reaches nothing',
  }),
  ...reachMembers,
  decidedFor: Type.String({ description: 'The version that was decided about; blank if it was not recorded' }),
  folderPath: Type.String({ description: 'Names of the folders from the root down; blank unless the scope is FOLDER' }),
  decidedBy: Type.String({ description: 'Login' }),
  decidedOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
  setBy: Type.String({ description: 'Login' }),
  setOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
  followers: Type.Integer({
    description: 'Reviews that count by themselves because of it, in projects whose inventory the caller may see',
  }),
  isHeldBack: Type.Boolean({ description: 'The project is private, so that the review reaches no other project' }),
});

export const reachFilter = {
  scope: Type.Optional(WiderScope('Only those with this scope')),
  projectId: Type.Optional(Id('Only those of this project')),
};

export const WhyDecided = Model('WhyDecided', {
  sentence: Type.String({ description: 'Why the item has its status' }),
  status: Type.String({ description: 'Draft, Approved or Rejected' }),
  decisionId: Type.Integer({ description: 'The decision on the item; 0 if nobody has decided' }),
  original: Type.Optional(
    Model('OriginalDecision', {
      ...SOURCE,
      counts: Type.Boolean({ description: 'False if something has changed, so that it does not count for the item' }),
    }),
  ),
});
