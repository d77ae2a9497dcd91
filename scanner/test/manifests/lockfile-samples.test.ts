// The samples cover the family: whoever adds a reader that pins versions must say where its file lies.
import { expect, it } from 'vitest';
import { manifestNameFor, readManifest } from '../../src/manifests/index.ts';
import { MANIFEST_MEMBERS } from '../../src/manifests/members.ts';
import { NOT_ALONE, PINNING_SAMPLES } from './lockfile-samples.ts';
import { MANIFEST_SAMPLES } from './manifest-samples.ts';

const locks = (member: string, text: string | Uint8Array) =>
  readManifest(member, Buffer.from(text)).findings.filter(({ role }) => role === 'locks');

it('each member whose sample pins packages has a path', () => {
  const pinning = MANIFEST_MEMBERS.map(({ name }) => name).filter(
    (name) => locks(name, MANIFEST_SAMPLES[name] ?? '').length > 0,
  );
  const known = new Set([...PINNING_SAMPLES.map(({ member }) => member), ...NOT_ALONE]);
  expect(pinning.filter((name) => !known.has(name))).toEqual([]);
});

it.each(PINNING_SAMPLES.map((sample) => [sample.path, sample] as const))('%s', (path, { member, text }) => {
  expect(manifestNameFor(path)).toBe(member);
  expect(locks(member, text).length).toBeGreaterThan(0);
});
