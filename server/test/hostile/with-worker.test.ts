// All operations under attack while a worker does the jobs that they queue: what a call finds may change under its hands.
import { ALL_ROUTES } from '../../src/routes.ts';
import { attack } from './campaign.ts';

attack(ALL_ROUTES, { hasWorker: true, isShort: true });
