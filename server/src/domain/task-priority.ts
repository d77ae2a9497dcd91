// The priorities of tasks and alerts.

export const taskPriorities = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type TaskPriority = (typeof taskPriorities)[number];
