// The command line on a Node that cannot read types, as an older one of the machine: it starts the one that Assay brings.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('./assay.js', import.meta.url));
const withoutTypes = (...args: string[]) =>
  spawnSync(process.execPath, ['--no-strip-types', BIN, ...args], { encoding: 'utf8' });

it('helps', () => {
  expect(withoutTypes('help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: assay <command>') });
});

it('runs a command with its arguments, and ends with its status', () => {
  const { status, stderr } = withoutTypes('migrate', 'now');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching('^assay: migrate does not know "now"'),
  });
});
