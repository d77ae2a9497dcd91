// The search parameters of the page that shows where a holder or a file is used.
import { type RawSearch, textIn } from '../address/parameters.ts';

export interface UsesSearch {
  holder?: string;
  /** SHA-256, SHA-1 or MD5 in hexadecimal digits. */
  digest?: string;
}

export function readUsesSearch({ holder, digest }: RawSearch): UsesSearch {
  return { holder: textIn(holder), digest: textIn(digest) };
}
