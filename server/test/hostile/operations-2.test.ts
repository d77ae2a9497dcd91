// One of four hands of operations under attack: see campaign.ts.
import { attack, dealt } from './campaign.ts';

attack(dealt(1, 4));
