// Models of decisions about many items, files, vulnerabilities or tasks at once.
import {
  bulkActions,
  bulkFields,
  bulkFileActions,
  bulkItemActions,
  bulkTaskActions,
  bulkVulnerabilityActions,
  MOST_ROWS,
  skipReasons,
} from '../../domain/bulk/actions.ts';
import { type SentItemFields, sentItemFields } from '../../domain/inventories/inventory-fields.ts';
import { analysisWords } from '../../http/models/analysis-model.ts';
import { FileFilterModel, FileGroupsModel } from '../../http/models/file-filter-model.ts';
import { ItemFilterModel } from '../../http/models/item-filter-model.ts';
import { Enumeration, Flag, Id, Model, type OneOf, type Static, Text, Type } from '../../http/models/schemas.ts';
import { TaskPriority } from '../../http/models/shared-lists.ts';
import { taskFilterMembers } from '../../http/models/task-filter-model.ts';
import { vulnerabilityFilters } from '../../http/models/vulnerability-filter-model.ts';

const ItemAction = Enumeration('BulkItemAction', bulkItemActions);
const FileAction = Enumeration('BulkFileAction', bulkFileActions);
const VulnerabilityAction = Enumeration('BulkVulnerabilityAction', bulkVulnerabilityActions);
const TaskAction = Enumeration('BulkTaskAction', bulkTaskActions);
const SkipReasonValue = Enumeration('BulkSkipReason', skipReasons);

const Ids = (description: string) =>
  Type.Optional(Type.Array(Id('Id'), { minItems: 1, maxItems: MOST_ROWS, uniqueItems: true, description }));

const Except = Type.Optional(
  Type.Array(Id('Id'), { maxItems: MOST_ROWS, description: 'With `filter`: these are left out although they match' }),
);

const common = {
  dryRun: Flag(true, 'true only says what would be changed; false changes it'),
  reason: Text(4000, 'Why; REJECT and decisions about vulnerabilities need it when they change something', {
    default: '',
  }),
  setVersion: Type.Optional(
    Text(100, 'The `setVersion` of a dry run: refused with 409 if other rows would be changed now, or left alone'),
  ),
};

const changeMembers = Object.fromEntries(
  sentItemFields
    .filter(({ name }) => bulkFields.some((field) => field === name))
    .map(({ name, label, values = [], list = '' }) => [name, Type.Optional(Enumeration(list, values)(label))]),
) as unknown as {
  [N in (typeof bulkFields)[number]]: ReturnType<typeof Type.Optional<ReturnType<typeof OneOf<SentItemFields[N]>>>>;
};

export const BulkItems = Model('BulkItemDecision', {
  action: ItemAction('What is decided'),
  inventoryIds: Ids('These items; either they or `filter` are named'),
  filter: Type.Optional(ItemFilterModel),
  exceptIds: Except,
  change: Type.Optional(
    Model(
      'BulkItemChange',
      {
        licenseId: Type.Optional(
          Type.Integer({
            minimum: -1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Selected license; -1 for none known',
          }),
        ),
        ...changeMembers,
      },
      { description: 'For CHANGE: the fields that all items get' },
    ),
  ),
  owner: Type.Optional(Text(255, 'For ASSIGN: login or id of the user who gets the open tasks of the items')),
  overrulePolicy: Flag(false, 'For APPROVE: also items that the policy rejects'),
  ...common,
});
export type BulkItems = Static<typeof BulkItems>;

export const BulkFiles = Model('BulkFileDecision', {
  action: FileAction('What is decided'),
  fileIds: Ids('These files; either they or `filter` are named'),
  filter: Type.Optional(FileFilterModel),
  groups: Type.Optional(FileGroupsModel),
  exceptIds: Except,
  inventoryId: Type.Optional(Id('For TIE and UNTIE: the item')),
  ...common,
});
export type BulkFiles = Static<typeof BulkFiles>;

export const BulkVulnerabilities = Model('BulkVulnerabilityDecision', {
  action: VulnerabilityAction(
    'SUPPRESS: with an analysis, and no longer counted. ANALYZE: with an analysis, and still counted. WITHDRAW: without a decision of people',
  ),
  vulnerabilityIds: Ids('These vulnerabilities; either they or `filter` are named'),
  filter: Type.Optional(
    Model('VulnerabilityFilter', vulnerabilityFilters, {
      description: 'All vulnerabilities that match, as in the list of vulnerabilities',
    }),
  ),
  exceptIds: Except,
  analysis: Type.Optional(
    Model('BulkAnalysis', analysisWords, { description: 'For SUPPRESS and ANALYZE, which need it; `reason` says why' }),
  ),
  expiresOn: Type.Optional(
    Text(30, 'For SUPPRESS and ANALYZE: the day or time (UTC) after which the decision no longer holds'),
  ),
  ...common,
});
export type BulkVulnerabilities = Static<typeof BulkVulnerabilities>;

export const BulkTasks = Model('BulkTaskDecision', {
  action: TaskAction(
    'What is decided. CLOSE_TASKS leaves review tasks alone: the decision about their item closes them',
  ),
  taskIds: Ids('These tasks; either they or `filter` are named'),
  filter: Type.Optional(
    Model('TaskFilter', taskFilterMembers, {
      description: 'All tasks of the project that match, as in the list of tasks',
    }),
  ),
  exceptIds: Except,
  owner: Type.Optional(Text(255, 'For REASSIGN_TASKS: login or id of the user who gets the tasks')),
  priority: Type.Optional(TaskPriority('For PRIORITIZE_TASKS')),
  ...common,
});
export type BulkTasks = Static<typeof BulkTasks>;

const Skipped = Model('BulkSkipped', {
  reason: SkipReasonValue('Why'),
  words: Type.String({ description: 'The same in words' }),
  count: Type.Integer(),
});

const decision = {
  bulkDecisionId: Type.Integer(),
  undoToken: Type.String({
    description:
      'Undoes the decision: POST /projects/{projectId}/bulkDecisions/{undoToken}/undo, or POST /bulkDecisions/{undoToken}/undo for one about all projects',
  }),
  undoUntil: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
};

export const BulkOutcome = Model('BulkOutcome', {
  dryRun: Type.Boolean(),
  matched: Type.Integer({ description: 'Items, files, vulnerabilities or tasks that were chosen' }),
  changed: Type.Integer({ description: 'Those that were changed, or would be' }),
  skipped: Type.Array(Skipped),
  summary: Type.String({ description: 'All of it as a sentence' }),
  outcomes: Type.Array(Model('BulkTransition', { from: Type.String(), to: Type.String(), count: Type.Integer() }), {
    description: 'What becomes of what; the most frequent first, at most 20',
  }),
  moreOutcomes: Type.Integer({ description: 'Rows whose change is not listed in `outcomes`' }),
  examples: Type.Array(
    Model('BulkExample', { id: Type.Integer(), name: Type.String(), from: Type.String(), to: Type.String() }),
    { description: 'The first ten that are changed' },
  ),
  skippedExamples: Type.Array(
    Model('BulkSkippedExample', {
      id: Type.Integer(),
      name: Type.String(),
      reason: SkipReasonValue('Why'),
      words: Type.String(),
    }),
    { description: 'The first ten that are left alone' },
  ),
  items: Type.Optional(Type.Integer({ description: 'Of vulnerabilities: the items in which they are decided about' })),
  projects: Type.Optional(Type.Integer({ description: 'Of vulnerabilities: the projects of these items' })),
  setVersion: Type.String({ description: 'Digest of the rows and of what becomes of each' }),
  jobId: Type.Optional(Type.Integer({ description: 'The job that does the work; absent if it is done' })),
  bulkDecisionId: Type.Optional(decision.bulkDecisionId),
  undoToken: Type.Optional(decision.undoToken),
  undoUntil: Type.Optional(decision.undoUntil),
});

const Kept = Model('BulkKept', {
  id: Type.Integer(),
  name: Type.String(),
  why: Type.String({ description: 'Such as "changed since by anna"' }),
});

export const BulkEntry = Model('BulkDecision', {
  ...decision,
  action: Enumeration('BulkAction', bulkActions)('What was decided'),
  summary: Type.String({ description: 'What was decided about how many, as a sentence' }),
  reason: Type.String(),
  decidedBy: Type.String({ description: 'Login' }),
  decidedOn: Type.String({ description: 'yyyy-MM-dd HH:mm:ss, UTC' }),
  changed: Type.Integer(),
  skipped: Type.Array(Skipped),
  jobId: Type.Integer({ description: 'The job that does or did the work; 0 for none' }),
  isDone: Type.Boolean(),
  undoneBy: Type.String({ description: 'Login; empty if it was not undone' }),
  undoneOn: Type.String(),
  restored: Type.Integer(),
  kept: Type.Array(Kept, { description: 'Rows that the undo left alone, at most 1,000' }),
  mayUndo: Type.Boolean({ description: 'Whether the caller may undo it now' }),
});

export const BulkUndone = Model('BulkUndone', {
  restored: Type.Integer(),
  kept: Type.Array(Kept, { description: 'Rows that were left alone, at most 1,000' }),
  keptCount: Type.Integer({ description: 'All rows that were left alone' }),
  summary: Type.String(),
  jobId: Type.Optional(Type.Integer({ description: 'The job that does the work; absent if it is done' })),
});
