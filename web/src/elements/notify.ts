// Short messages at the edge of the page: what went well, and what was refused and why.
import { notifications } from '@mantine/notifications';
import { wordsOf } from '../api/client.ts';

export function tellDone(message: string): void {
  notifications.show({ message, color: 'ink' });
}

/** `what` completes "… failed" in the title. Stays until closed. */
export function tellRefused(what: string, error: unknown): void {
  notifications.show({ title: what, message: wordsOf(error), color: 'red', autoClose: false });
}
