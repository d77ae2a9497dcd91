// Short messages at the edge of the page: what went well, and what was refused and why.
import { notifications } from '@mantine/notifications';
import { wordsOf } from '../api/client.ts';

let lastDone: string | undefined;

/** One at a time: the newest takes the place of the one before, so that they never reach down into the page. */
export function tellDone(message: string): void {
  if (lastDone !== undefined) notifications.hide(lastDone);
  lastDone = notifications.show({ message, color: 'ink' });
}

/** `what` completes "… failed" in the title. Stays until closed. */
export function tellRefused(what: string, error: unknown): void {
  notifications.show({ title: what, message: wordsOf(error), color: 'red', autoClose: false });
}
