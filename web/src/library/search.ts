// What the addresses of the library's lists may say.
import { type RawSearch, textIn } from '../address/parameters.ts';

export interface LibrarySearch {
  find?: string;
  /** Only what people made by hand. */
  custom?: boolean;
}

export function readLibrarySearch({ find, custom }: RawSearch): LibrarySearch {
  return { find: textIn(find), custom: custom === true || undefined };
}
