// Web addresses that people enter and pages show as links: refuses everything that a browser would run.
import { type Refusal, refuse } from './refusal.ts';

const SCHEME = /^\s*([a-z][a-z0-9+.-]*):/i;
const SHOWN_SCHEMES = ['http', 'https', 'ftp'];

/** Refuses `javascript:` and similar schemes. An address without a scheme is an ordinary text. */
export function refuseWebAddress(field: string, address: string): Refusal | undefined {
  // Removes control characters and blanks inside a scheme, because browsers do so.
  const scheme = SCHEME.exec(address.replace(/[\s\p{Cc}]/gu, ''))?.[1]?.toLowerCase();
  const isHostWithPort = scheme !== undefined && /^[^:]*:\d+(\/|$)/.test(address.trim());
  if (scheme === undefined || isHostWithPort || SHOWN_SCHEMES.includes(scheme)) return undefined;
  return refuse('invalid', `The field "${field}" must be an http, https or ftp address; it begins with "${scheme}:".`);
}
