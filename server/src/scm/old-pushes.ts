// Forgets deliveries of code hosts that are older than the time in which a replay is known.
import type { App } from '../app.ts';
import { removePushDeliveries } from '../db/scm/push-hooks.ts';
import { REMEMBERED_DAYS } from '../domain/scm/push-delivery.ts';

const DAY_MS = 86_400_000;

export async function forgetOldPushes(app: App): Promise<void> {
  await removePushDeliveries(app.db, new Date(app.now().getTime() - REMEMBERED_DAYS * DAY_MS));
}
