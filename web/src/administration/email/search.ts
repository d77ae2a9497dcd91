// The search parameters of the e-mail page: which mails of the outbox are shown.
import { choiceIn, idIn, type RawSearch } from '../../address/parameters.ts';
import { mailStateValues } from '../../api/described.ts';

export type MailState = (typeof mailStateValues)[number];

export interface OutboxSearch {
  state?: MailState;
  /** Page number, counted from 1. Page 1 is left out of the address. */
  page?: number;
}

export function readOutboxSearch({ state, page }: RawSearch): OutboxSearch {
  return { state: mailStateIn(state), page: idIn(page) };
}

export function mailStateIn(value: unknown): MailState | undefined {
  return choiceIn(value, mailStateValues);
}
