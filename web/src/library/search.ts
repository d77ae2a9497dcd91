// The search parameters of the lists of the library.
import { type RawSearch, textIn } from '../address/parameters.ts';

export interface LibrarySearch {
  find?: string;
  /** Only what users created. */
  custom?: boolean;
}

export function readLibrarySearch({ find, custom }: RawSearch): LibrarySearch {
  return { find: textIn(find), custom: custom === true || undefined };
}
