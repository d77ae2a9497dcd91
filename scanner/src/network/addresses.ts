// Classifies IP addresses: decides whether a call from inside a network may be tricked into going there. Only numbers are examined here; connect.ts
// resolves names.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'cloud metadata'
  | 'unspecified'
  | 'multicast'
  | 'reserved';

/** The first matching line gives the kind; an address without a match is public. */
const SUBNETS: [kind: AddressKind, subnet: string][] = [
  // Addresses at which clouds tell a machine about itself, including passwords. The usual 169.254.169.254 is link-local anyway.
  ['cloud metadata', '169.254.169.254/32'],
  ['cloud metadata', '100.100.100.200/32'],
  ['cloud metadata', '168.63.129.16/32'],
  ['cloud metadata', '192.0.0.192/32'],
  ['cloud metadata', 'fd00:ec2::254/128'],
  ['unspecified', '0.0.0.0/8'],
  ['loopback', '127.0.0.0/8'],
  ['private', '10.0.0.0/8'],
  ['private', '100.64.0.0/10'],
  ['private', '172.16.0.0/12'],
  ['private', '192.168.0.0/16'],
  ['link-local', '169.254.0.0/16'],
  ['multicast', '224.0.0.0/4'],
  ['reserved', '192.0.0.0/24'],
  ['reserved', '192.0.2.0/24'],
  ['reserved', '192.88.99.0/24'],
  ['reserved', '198.18.0.0/15'],
  ['reserved', '198.51.100.0/24'],
  ['reserved', '203.0.113.0/24'],
  ['reserved', '240.0.0.0/4'],
  ['unspecified', '::/128'],
  ['loopback', '::1/128'],
  ['private', 'fc00::/7'],
  ['private', 'fec0::/10'],
  ['link-local', 'fe80::/10'],
  ['multicast', 'ff00::/8'],
  ['reserved', '100::/64'],
  ['reserved', '2001:db8::/32'],
  ['reserved', '3fff::/20'],
  ['reserved', '5f00::/16'],
  // Protocols of the IETF, of which only anycast services are reachable, and the rest of the block of the well-known NAT64 prefix.
  ['reserved', '2001::/23'],
  ['reserved', '64:ff9b::/32'],
];

/** The only IPv6 addresses that are given to servers. Everything else without a line above has no meaning yet, or one that we do not know. */
const GIVEN_OUT = '2000::/3';

/** IPv6 forms with an IPv4 address inside; the destination of the packet decides. `at` is the first of the two groups. */
const CARRIERS: [subnet: string, at: number][] = [
  ['::ffff:0:0/96', 6],
  // IPv4-translated addresses of SIIT.
  ['::ffff:0:0:0/96', 6],
  ['::/96', 6],
  ['64:ff9b::/96', 6],
  ['2002::/16', 1],
];
/**
 * Prefixes for NAT64 inside a network (RFC 8215). Each network chooses how much of it is the prefix, so nobody outside knows which bits are the IPv4
 * address (RFC 6052). The address is as bad as the worst of the readings, and at best private.
 */
const LOCAL_TRANSLATION = '64:ff9b:1::/48';
/** Positions of the four bytes for prefixes of 48, 56, 64 and 96 bits; byte 8 is always skipped. */
const LOCAL_READINGS = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
] as const;
/** ISATAP: these two groups before the IPv4 address, under any prefix; routers send such packets to the IPv4 address. */
const ISATAP = { groups: [0, 0x200], mark: 0x5efe };
/** Teredo has the client's IPv4 address inverted at its end; no server is there. */
const TEREDO = '2001::/32';

/** Addresses of all other kinds are refused, unless `ASSAY_OUTGOING_ALLOW` names the target. */
export const OPEN_KIND: AddressKind = 'public';
/** Kinds refused even for hosts that an administrator sets (mail, directory): no useful server is there, and metadata is a trap. */
export const NEVER_A_SERVER: readonly AddressKind[] = [
  'link-local',
  'cloud metadata',
  'unspecified',
  'multicast',
  'reserved',
];

export class Subnet {
  readonly #list = new BlockList();
  readonly #family: 'ipv4' | 'ipv6';

  constructor(text: string) {
    const [address = '', bits] = text.split('/');
    this.#family = isIPv6(address) ? 'ipv6' : 'ipv4';
    this.#list.addSubnet(address, bits === undefined ? (isIPv6(address) ? 128 : 32) : Number(bits), this.#family);
  }

  /** IPv4 and IPv6 are separate here; IPv4 addresses inside IPv6 were extracted before. */
  has(address: string): boolean {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return family === this.#family && this.#list.check(address, family);
  }
}

const kinds = SUBNETS.map(([kind, subnet]) => ({ kind, subnet: new Subnet(subnet) }));
const carriers = CARRIERS.map(([subnet, at]) => ({ subnet: new Subnet(subnet), at }));
const teredo = new Subnet(TEREDO);
const localTranslation = new Subnet(LOCAL_TRANSLATION);
const givenOut = new Subnet(GIVEN_OUT);

/** @param address an IP address as resolvers write it; any other text is 'reserved', so that it is refused */
export function kindOfAddress(address: string): AddressKind {
  const plain = plainAddress(address);
  if (plain === undefined || teredo.has(plain)) return 'reserved';
  if (localTranslation.has(plain)) return kindOfLocalTranslation(plain);
  const kind = kindOfPlain(plain);
  const tunnelled = kind === 'public' ? isatapAddress(plain) : undefined;
  return tunnelled === undefined ? kind : kindOfPlain(tunnelled);
}

function kindOfPlain(plain: string): AddressKind {
  const found = kinds.find(({ subnet }) => subnet.has(plain));
  if (found) return found.kind;
  return isIPv4(plain) || givenOut.has(plain) ? 'public' : 'reserved';
}

function kindOfLocalTranslation(plain: string): AddressKind {
  const bytes = groupsOf(plain).flatMap((group) => [group >> 8, group & 255]);
  const readings = LOCAL_READINGS.map((places) => places.map((place) => bytes[place]).join('.'));
  // Readings of bits that the network does not use give zeros.
  const read = readings.filter((one) => one !== '0.0.0.0').map(kindOfPlain);
  return read.find((kind) => kind === 'cloud metadata') ?? read.find((kind) => kind === 'loopback') ?? 'private';
}

function isatapAddress(plain: string): string | undefined {
  if (!isIPv6(plain)) return undefined;
  const groups = groupsOf(plain);
  const [before = -1, mark] = groups.slice(4, 6);
  return ISATAP.groups.includes(before) && mark === ISATAP.mark ? carriedAddress(groups.slice(6)) : undefined;
}

/** Without a zone, and as IPv4 if an IPv6 form contains one. Undefined if it is not an address. */
export function plainAddress(address: string): string | undefined {
  const [bare = ''] = address.split('%');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  // These two are no IPv4 addresses inside IPv6, in whatever length they are written: the tunnel for programs gets all eight groups.
  const groups = groupsOf(bare);
  if (groups.slice(0, 7).every((group) => group === 0) && (groups[7] === 0 || groups[7] === 1))
    return `::${groups[7] || ''}`;
  const carrier = carriers.find(({ subnet }) => subnet.has(bare));
  return carrier ? carriedAddress(groups.slice(carrier.at, carrier.at + 2)) : bare;
}

/** Two groups of 16 bits as four numbers. */
function carriedAddress(groups: number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/** The eight 16-bit groups of a valid IPv6 address. The URL parser has written it in its short form, without dots. */
function groupsOf(address: string): number[] {
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = [], tail] = short.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const filled = tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return filled.map((group) => Number.parseInt(group, 16));
}
