// Web addresses that people type in and pages show as links: nothing that a browser would run.
import { type Refusal, refuse } from './refusal.ts';

const SCHEME = /^\s*([a-z][a-z0-9+.-]*):/i;
const SHOWN_SCHEMES = ['http', 'https', 'ftp'];

/** Refuses `javascript:` and its kin; an address without a scheme is a text like any other. */
export function refuseWebAddress(field: string, address: string): Refusal | undefined {
  // A browser leaves control characters and blanks inside a scheme out; so must we.
  const scheme = SCHEME.exec(address.replace(/[\s\p{Cc}]/gu, ''))?.[1]?.toLowerCase();
  const isHostWithPort = scheme !== undefined && /^[^:]*:\d+(\/|$)/.test(address.trim());
  if (scheme === undefined || isHostWithPort || SHOWN_SCHEMES.includes(scheme)) return undefined;
  return refuse('invalid', `The field "${field}" must be an http, https or ftp address; it begins with "${scheme}:".`);
}
