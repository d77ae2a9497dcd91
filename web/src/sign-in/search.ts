// The search parameters of the sign-in page.
import type { RawSearch } from '../address/parameters.ts';

export interface SignInSearch {
  /** The address to open after the sign-in. */
  next?: string;
}

export function readSignInSearch({ next }: RawSearch): SignInSearch {
  return { next: pageAddressIn(next) };
}

/** Accepts only addresses of this page: a link to the sign-in page must not redirect to another site. */
function pageAddressIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login') ? value : undefined;
}
