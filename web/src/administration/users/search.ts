// The search parameters of the list of users.
import { type RawSearch, textIn } from '../../address/parameters.ts';

export interface UsersSearch {
  find?: string;
}

export function readUsersSearch({ find }: RawSearch): UsersSearch {
  return { find: textIn(find) };
}
