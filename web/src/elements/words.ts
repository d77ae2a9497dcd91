// Words for values of the interface that several screens show. Each table has a word for every value: a new value of the server does not compile
// before it has one.
import type {
  inventoryPriorityValues,
  inventoryTypeValues,
  severityValues,
  taskPriorityValues,
} from '../api/described.ts';

type Values<T extends readonly string[]> = T[number];
export type Severity = Values<typeof severityValues>;
export type TaskPriority = Values<typeof taskPriorityValues>;
export type InventoryType = Values<typeof inventoryTypeValues>;
export type InventoryPriority = Values<typeof inventoryPriorityValues>;

export const SEVERITY_WORDS: Record<Severity, string> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  NONE: 'None',
  UNKNOWN: 'Unknown',
};

/** Of tasks and alerts. */
export const TASK_PRIORITY_WORDS: Record<TaskPriority, string> = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' };

/** Priorities of items, which the page tells apart from those of tasks by their number; changes send the keys. */
export const INVENTORY_PRIORITY_WORDS: Record<InventoryPriority, string> = {
  P1: 'P1 high',
  P2: 'P2 medium',
  P3: 'P3 low',
  P4: 'P4 other',
};

/** Answers name the priority of an item without its number. */
export function inventoryPriorityOf(told: unknown): InventoryPriority {
  const found = Object.entries(INVENTORY_PRIORITY_WORDS).find(
    ([, words]) => typeof told === 'string' && words.endsWith(` ${told.toLowerCase()}`),
  );
  return (found?.[0] as InventoryPriority | undefined) ?? 'P4';
}

/** Options of a choice, in the order of the words. */
export function optionsOf<T extends string>(words: Record<T, string>): { value: T; label: string }[] {
  return (Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label }));
}

/** A value without a word of its own: `NOT_LINKED` becomes "Not linked". */
export function spoken(value: string): string {
  return `${value.charAt(0)}${value.slice(1).replaceAll('_', ' ').toLowerCase()}`;
}
