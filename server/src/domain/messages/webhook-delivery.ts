// The state of a delivery after an attempt, and the signature of a delivery.
//
//   The receiver                                  | the delivery
//   ----------------------------------------------+-----------------------------------------------------------
//   answers 2xx                                   | delivered
//   answers 410 Gone                              | dead at once: the receiver will not accept it later either
//   answers anything else, redirects included     | waits 1, 5, 15, 60, 180, 360, 720 minutes, then dead:
//   cannot be reached, or may not be called       |   8 attempts in about 22 hours
//
// Decided here: other answers of 4xx are tried again, because they mostly come from a receiver during its setup or move. Redirects
// are not followed: the body must not go to an address that nobody entered.
import { createHmac } from 'node:crypto';

export const deliveryStates = ['QUEUED', 'DELIVERED', 'DEAD'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type DeliveryOutcome = { status: number } | { error: string };

export type DeliveryFate =
  | { state: 'DELIVERED'; status: number }
  | { state: 'QUEUED' | 'DEAD'; status: number | null; error: string; waitMinutes: number };

const WAITS_MINUTES = [1, 5, 15, 60, 180, 360, 720];

/** `attempts`: number of attempts, including this one. A delivery with `isSingle` is not tried again. */
export function fateOfDelivery(outcome: DeliveryOutcome, attempts: number, isSingle = false): DeliveryFate {
  const status = 'status' in outcome ? outcome.status : null;
  if (status !== null && status >= 200 && status < 300) return { state: 'DELIVERED', status };
  const error = 'error' in outcome ? outcome.error : `The receiver answered ${status}.`;
  const waitMinutes = WAITS_MINUTES[attempts - 1];
  if (isSingle || status === 410 || waitMinutes === undefined) return { state: 'DEAD', status, error, waitMinutes: 0 };
  return { state: 'QUEUED', status, error, waitMinutes };
}

/**
 * The signature of a body at a time (seconds since 1970): hexadecimal HMAC-SHA256 of `<time>.<body>`. It covers the time, so that a receiver that
 * refuses old times also refuses a recorded delivery.
 */
export function signDelivery(secret: string, timestamp: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`;
}
