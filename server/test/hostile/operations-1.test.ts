// One of four parts of the attacked operations: see campaign.ts.
import { attack, dealt } from './campaign.ts';

attack(dealt(0, 4));
