// What the address of the sign-in page may say.
import type { RawSearch } from '../address/parameters.ts';

export interface SignInSearch {
  /** Where to go afterwards. */
  next?: string;
}

export function readSignInSearch({ next }: RawSearch): SignInSearch {
  return { next: pageAddressIn(next) };
}

/** Only addresses of this page: a link to the sign-in must not lead elsewhere afterwards. */
function pageAddressIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login') ? value : undefined;
}
