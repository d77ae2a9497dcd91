// Small labels for states. Each has a text beside the colour.
import { Badge } from '@mantine/core';
import classes from './badges.module.css';
import { INVENTORY_PRIORITY_WORDS, inventoryPriorityOf } from './words.ts';

/** `busy` is animated: use it only for something that runs now. */
export type Tone = 'good' | 'bad' | 'busy' | 'notice' | 'wait';

export function Label({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className={classes.label} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  );
}

const toneOfReview: Record<string, Tone> = { Approved: 'good', Rejected: 'bad', Draft: 'wait' };

/** `lapse`: why a review no longer holds. */
/** The page's words for a review status of the interface. */
export const reviewText = (status: string): string => (status === 'Draft' ? 'Not reviewed' : status);

export function ReviewLabel({ status, lapse }: { status: string; lapse?: string }) {
  if (lapse !== undefined)
    return (
      <span title={lapse}>
        <Label tone="notice">Decide again</Label>
      </span>
    );
  return <Label tone={toneOfReview[status] ?? 'wait'}>{reviewText(status)}</Label>;
}

const toneOfJob: Record<string, Tone> = {
  Completed: 'good',
  Failed: 'bad',
  Terminated: 'bad',
  Canceled: 'wait',
  Active: 'busy',
};

export function JobLabel({ status }: { status: string }) {
  return <Label tone={toneOfJob[status] ?? 'wait'}>{status}</Label>;
}

const toneOfProject: Record<string, Tone> = {
  'Project Completed': 'good',
  'Analysis Completed': 'good',
  'Analysis In Progress': 'notice',
};

export function ProjectStatusLabel({ status }: { status: string }) {
  return <Label tone={toneOfProject[status] ?? 'wait'}>{status}</Label>;
}

const colorOfPriority: Record<string, string> = { High: 'red', Medium: 'brass' };

/** @param priority as answers name it: High, Medium, Low or Other
 *  @param words what is shown in its place */
export function PriorityBadge({ priority, words = priority }: { priority: string; words?: string }) {
  return (
    <Badge size="sm" radius="sm" variant="light" tt="none" color={colorOfPriority[priority] ?? 'gray'}>
      {words}
    </Badge>
  );
}

export function ItemPriorityBadge({ priority }: { priority: string }) {
  return <PriorityBadge priority={priority} words={INVENTORY_PRIORITY_WORDS[inventoryPriorityOf(priority)]} />;
}
