// Attacks all operations while a worker runs their jobs, so that data may change during a call.
import { ALL_ROUTES } from '../../src/routes.ts';
import { attack } from './campaign.ts';

attack(ALL_ROUTES, { hasWorker: true, isShort: true });
