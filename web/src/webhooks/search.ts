// The search parameters of webhooks, for a project and for the installation.
import { idIn, type RawSearch } from '../address/parameters.ts';

export interface WebhooksSearch {
  /** The webhook whose deliveries are shown. */
  webhook?: number;
}

export function readWebhooksSearch({ webhook }: RawSearch): WebhooksSearch {
  return { webhook: idIn(webhook) };
}
