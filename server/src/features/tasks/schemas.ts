// Schemas of tasks.

import { taskResolutions, taskTypes } from '../../domain/reviews/review-task.ts';
import { Enumeration, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { TaskPriority } from '../../http/models/shared-lists.ts';

const TaskType = Enumeration('TaskType', taskTypes);
export const TaskResolution = Enumeration('TaskResolution', taskResolutions);
export const NewTask = Model('NewTask', {
  owner: Type.Optional(
    Text(60, 'Login or id of the owner; by default the contact of the project for this kind of task'),
  ),
  summary: Type.Optional(Text(255, 'Summary; if blank, the kind of task and the name of the item')),
  priority: TaskPriority('Priority', 'MEDIUM'),
  type: TaskType('Kind', 'MISCELLANEOUS'),
  details: Type.Optional(Text(65_535, 'Details')),
});
export type NewTask = Static<typeof NewTask>;

export const TaskChange = Model('TaskChange', {
  summary: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Summary' })),
  priority: Type.Optional(TaskPriority('Priority')),
  details: Type.Optional(Text(65_535, 'Details')),
  ...versioned,
});
export type TaskChange = Static<typeof TaskChange>;

export const Task = Model('Task', {
  id: Type.Integer(),
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  inventoryGoneSinceScan: Type.Optional(
    Type.Integer({ description: 'The scan since which the evidence of the item is gone. Absent for items that count' }),
  ),
  projectId: Type.Integer(),
  ownerId: Type.Integer(),
  ownerLogin: Type.String(),
  createdById: Type.Integer(),
  lastUpdatedById: Type.Integer(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  closedDate: Type.String(),
  closed: Type.Boolean(),
  resolution: Type.String(),
  taskName: Type.String(),
  workflowTaskType: Type.String(),
  summary: Type.String(),
  priority: Type.String(),
  details: Type.String(),
  almIssues: Type.Array(Model('TaskAlmIssue', { externalUrl: Type.String(), externalKey: Type.String() })),
  ...versioned,
});
