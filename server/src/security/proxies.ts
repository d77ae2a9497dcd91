// ASSAY_TRUSTED_PROXIES: the proxies that the server believes about the caller's address and HTTPS. By default none, because anybody can write
// X-Forwarded-For.
import { isIP, isIPv4 } from 'node:net';
import { plainAddress, Subnet } from '@assay/scanner/addresses';

/** An unusable entry; the message quotes it and says what would be right. */
export class ProxyListError extends Error {}

export type TrustedProxies = (address: string | undefined) => boolean;

/** @param text addresses and networks separated by commas; empty text trusts nobody */
export function parseTrustedProxies(text: string): TrustedProxies {
  const subnets = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry);
  return (address) => {
    const plain = plainForm(address);
    return plain !== undefined && subnets.some((subnet) => subnet.has(plain));
  };
}

function parseEntry(entry: string): Subnet {
  const [address = '', bits, more] = entry.split('/');
  const most = isIPv4(address) ? 32 : 128;
  const isRight =
    isIP(address) !== 0 &&
    !address.includes('%') &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
  if (!isRight)
    throw new ProxyListError(
      `has the entry "${entry}", but each must be an IP address or a network, such as 10.0.0.5 or fd00::/8`,
    );
  return new Subnet(bits === undefined ? (plainForm(address) ?? address) : entry);
}

/** An IPv4 address that an IPv6 socket writes as ::ffff:1.2.3.4 is the same address. */
function plainForm(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const bare = address.replace(/%.*$/, '');
  return bare.toLowerCase().startsWith('::ffff:') ? plainAddress(bare) : isIP(bare) === 0 ? undefined : bare;
}

/** The address of the caller. If a proxy passes on something that is not an address, the proxy's own address counts. */
export function callerAddress(request: {
  ip: string | undefined;
  raw: { socket?: { remoteAddress?: string } };
}): string {
  return plainForm(request.ip) ?? plainForm(request.raw.socket?.remoteAddress) ?? '';
}

/** The key for counting attempts: one household or machine can choose any address in an IPv6 network of 64 bits. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  // The URL parser writes the address in its short form.
  const [head = '', tail = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
