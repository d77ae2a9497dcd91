// Short messages at the edge of the page: what was done, or what was refused and why.
import { notifications } from '@mantine/notifications';
import { wordsOf } from '../api/client.ts';

let lastDone: string | undefined;

/** Shows one message at a time: a new one replaces the last one, so that messages do not cover the page. */
export function notifyDone(message: string): void {
  if (lastDone !== undefined) notifications.hide(lastDone);
  lastDone = notifications.show({ message, color: 'ink' });
}

/** `what` is the title, such as "The file was not removed". The message stays until the user closes it. */
export function notifyRefused(what: string, error: unknown): void {
  notifications.show({ title: what, message: wordsOf(error), color: 'red', autoClose: false });
}
