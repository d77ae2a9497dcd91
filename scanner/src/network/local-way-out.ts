// The way out of a program that a person runs on their own machine: the server that they named may be anywhere, but a public server leads to no address
// inside their network, and nobody leads to one at which clouds tell a machine about itself.
import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { kindOfAddress, NEVER_A_SERVER, OPEN_KIND } from './addresses.ts';
import type { WayOut } from './way-out.ts';

/** An address that is not called; the message is a sentence. */
class RefusedAddress extends Error {}

export interface LocalWayOut extends WayOut {
  close(): void;
}

/** @param named the host, without port, that the person named */
export function openLocalWayOut(named: string): LocalWayOut {
  const own = bare(named);
  const check = async (host: string): Promise<{ address: string; family: number }[]> => {
    const addresses = isIP(bare(host)) === 0 ? await lookup(bare(host), { all: true }) : [{ address: bare(host), family: isIP(bare(host)) }]; // biome-ignore format: one claim
    const fitting = addresses.filter(({ address }) => !NEVER_A_SERVER.includes(kindOfAddress(address)));
    // A person's own registry may have its token server and its storage beside it.
    const isInside = bare(host) === own || (await isInNetwork(own));
    const open = isInside ? fitting : fitting.filter(({ address }) => kindOfAddress(address) === OPEN_KIND);
    if (open.length === 0)
      throw new RefusedAddress(`${host} is a ${kindOfAddress(addresses[0]?.address ?? '')} address, to which ${own} must not lead.`); // biome-ignore format: one claim
    return open;
  };
  const guarded: LookupFunction = (host, options, done) => {
    check(host).then(
      (open) => {
        const [first] = open;
        if (options.all) done(null, open);
        else done(null, first?.address ?? '', first?.family ?? 0);
      },
      (error) => done(error, '', 0),
    );
  };
  const options = { keepAlive: true, lookup: guarded };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return {
    ...agents,
    check: async (host) => void (await check(host)),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

const bare = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host).toLowerCase();

async function isInNetwork(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return kindOfAddress(host) !== OPEN_KIND;
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => kindOfAddress(address) !== OPEN_KIND);
}
