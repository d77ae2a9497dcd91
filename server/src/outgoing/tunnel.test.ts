import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { parseAllowList } from './allow-list.ts';
import { allowedAddresses, systemResolve } from './connect.ts';
import { openTunnel } from './tunnel.ts';

/** Nothing listens there, so a permitted connection fails in another way than a refused one. */
const CLOSED_PORT = 1;
const LOOPBACK = Buffer.from([...Array(15).fill(0), 1]);

/** A program that resolved the name itself sends the sixteen bytes of the address. */
async function failureFor(allow: string) {
  const guard = { rules: parseAllowList(allow), resolve: systemResolve };
  const tunnel = await openTunnel((host, port) => allowedAddresses(guard, host, port));
  try {
    const program = connect(tunnel.port, '127.0.0.1');
    program.write(Buffer.of(5, 1, 0));
    program.write(Buffer.concat([Buffer.of(5, 1, 0, 4), LOOPBACK, Buffer.of(0, CLOSED_PORT)]));
    program.resume();
    await once(program, 'close');
    return tunnel.failure();
  } finally {
    await tunnel.close();
  }
}

test('the loopback of IPv6 as a number is refused as loopback', async () => {
  expect(await failureFor('')).toMatchObject({
    code: 'refused',
    message: expect.stringContaining('a loopback address'),
  });
});

test.each(['::1', '[::1]:1'])('the entry %s opens it', async (allow) => {
  expect(await failureFor(allow)).toMatchObject({ code: 'unreachable' });
});
