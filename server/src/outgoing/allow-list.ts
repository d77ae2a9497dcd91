// ASSAY_OUTGOING_ALLOW: the servers inside the own network that may be called. Parsed at the start, so that a wrong entry stops it.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { kindOfAddress, plainAddress, Subnet } from '@assay/scanner/addresses';

/** One entry of the list. A `host` of "*.suffix" stands for every name below the suffix. */
export interface AllowRule {
  host?: string;
  subnet?: Subnet;
  port?: number;
}

/** An unusable entry; the message quotes it and says what would be right. */
export class AllowListError extends Error {}

const WHAT_IS_RIGHT =
  'must be a host name, *.suffix, an IP address or a network such as 10.0.0.0/8, each optionally with :port (then write IPv6 in brackets)';
const HOST_NAME = /^(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/** @param text entries separated by commas; blanks around them do not count, and empty text allows nothing. */
export function parseAllowList(text: string): AllowRule[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry);
}

function parseEntry(entry: string): AllowRule {
  const wrong = () => new AllowListError(`has the entry "${entry}", but each ${WHAT_IS_RIGHT}`);
  const { target, port } = splitPort(entry);
  if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) throw wrong();
  const rule: AllowRule = port === undefined ? {} : { port };
  const [address = '', bits, more] = target.split('/');
  if (isIP(address) !== 0) {
    const most = isIPv4(address) ? 32 : 128;
    if (more !== undefined || address.includes('%')) throw wrong();
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) throw wrong();
    // An IPv4 address inside IPv6 is compared as IPv4, so an entry for such a single address is stored as IPv4.
    return { ...rule, subnet: new Subnet(bits === undefined ? (plainAddress(address) ?? address) : target) };
  }
  const host = hostKey(target);
  // Numbers with dots are mistyped addresses, not names.
  if (host.length > 253 || !HOST_NAME.test(host) || /(^|\.)\d+$/.test(host)) throw wrong();
  return { ...rule, host };
}

function splitPort(entry: string): { target: string; port?: number } {
  const [, bracketed, itsPort] = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return { target: bracketed, ...(itsPort ? { port: Number(itsPort) } : {}) };
  const [address = ''] = entry.split('/');
  if (isIPv6(address)) return { target: entry };
  const [, target = entry, port] = /^([^:]*):(\d{1,5})$/.exec(entry) ?? [];
  return port === undefined ? { target } : { target, port: Number(port) };
}

/** Compares names without case and without the root's dot. */
function hostKey(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether the list allows a call to this address, for a host and port. An entry by name allows only loopback and private addresses, because somebody
 * who controls the name must not reach the cloud's metadata with it. An entry by number allows what it names.
 */
export function isAllowed(
  rules: readonly AllowRule[],
  target: { host: string; port: number; address: string },
): boolean {
  const host = hostKey(target.host);
  const plain = plainAddress(target.address);
  const kind = kindOfAddress(target.address);
  return rules.some((rule) => {
    if (rule.port !== undefined && rule.port !== target.port) return false;
    if (rule.subnet) return plain !== undefined && rule.subnet.has(plain);
    return (kind === 'loopback' || kind === 'private') && rule.host !== undefined && isNamed(rule.host, host);
  });
}

function isNamed(pattern: string, host: string): boolean {
  return pattern.startsWith('*.')
    ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1
    : host === pattern;
}
