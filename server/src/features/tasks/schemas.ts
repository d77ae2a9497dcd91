// Tasks: shapes.
import { taskPriorities, taskTypes } from '../../domain/review-task.ts';
import { OneOf, type Static, Text, Type } from '../../http/schemas.ts';

export const NewTask = Type.Object({
  owner: Type.Optional(
    Text(60, 'Login or id of the owner; by default the contact that the project names for this kind'),
  ),
  summary: Type.Optional(Text(255, 'Summary; the kind of task and the name of the item when blank')),
  priority: OneOf(taskPriorities, 'Priority', 'MEDIUM'),
  type: OneOf(taskTypes, 'Kind', 'MISCELLANEOUS'),
  details: Type.Optional(Text(65_535, 'Details')),
});
export type NewTask = Static<typeof NewTask>;

export const TaskChange = Type.Object({
  summary: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Summary' })),
  priority: Type.Optional(OneOf(taskPriorities, 'Priority')),
  details: Type.Optional(Text(65_535, 'Details')),
});
export type TaskChange = Static<typeof TaskChange>;

export const Task = Type.Object({
  id: Type.Integer(),
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
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
  almIssues: Type.Array(Type.Object({ externalUrl: Type.String(), externalKey: Type.String() })),
});
