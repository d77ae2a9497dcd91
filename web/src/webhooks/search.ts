// What the addresses of webhooks may say, those of a project and those of the installation.
import { idIn, type RawSearch } from '../address/parameters.ts';

export interface WebhooksSearch {
  /** The webhook whose deliveries are shown. */
  webhook?: number;
}

export function readWebhooksSearch({ webhook }: RawSearch): WebhooksSearch {
  return { webhook: idIn(webhook) };
}
