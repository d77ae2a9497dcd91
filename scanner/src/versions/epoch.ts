// `epoch:version-release`, as packages of Linux distributions write it.
import { isDigit, runEnd } from './text.ts';

export interface EpochVersion {
  /** '0' when absent. */
  epoch: string;
  version: string;
  /** Undefined when absent. */
  release?: string;
}

/**
 * The text before the first colon is an epoch if it is a number. The release begins at the last hyphen.
 */
export function splitEpoch(text: string): EpochVersion {
  const digits = runEnd(text, 0, isDigit);
  const hasEpoch = digits > 0 && text[digits] === ':';
  const rest = hasEpoch ? text.slice(digits + 1) : text;
  const epoch = hasEpoch ? text.slice(0, digits) : '0';
  const at = rest.lastIndexOf('-');
  return at === -1 ? { epoch, version: rest } : { epoch, version: rest.slice(0, at), release: rest.slice(at + 1) };
}
