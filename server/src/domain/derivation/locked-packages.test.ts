// What a reader says of its file arrives at the item: over the whole family of manifests, each version that a file pins gives an item of high
// confidence that says so, wherever the file lies and whatever it is called.
import { describePackages } from '@assay/scanner/packages';
import { PINNING_SAMPLES, readManifest } from '@assay/scanner/testing';
import { expect, it } from 'vitest';
import { deriveInventory } from './inventory-derivation.ts';

const SENTENCE = /^(Declared by the manifest|Pinned by the lockfile|Listed by the lockfile|Recorded as present by) /;

function itemsOf(path: string, member: string, text: string | Uint8Array) {
  const packages = readManifest(member, Buffer.from(text)).findings;
  return { packages, items: deriveInventory(describePackages([{ path, packages }]), []).items };
}

it.each(PINNING_SAMPLES.map((sample) => [sample.path, sample] as const))('%s', (path, { member, text }) => {
  const { packages, items } = itemsOf(path, member, text);
  const pinned = packages.filter(({ role, version }) => role === 'locks' && version !== '');
  const stated = items
    .filter(({ versionName }) => versionName !== '')
    .map(({ versionName, confidence, detectionNotes }) => ({
      versionName,
      confidence,
      words: SENTENCE.exec(detectionNotes)?.[1],
    }));
  expect(stated.length).toBeGreaterThan(0);
  for (const { version, isPresent } of pinned) {
    const words = isPresent === true ? 'Recorded as present by' : 'Pinned by the lockfile';
    expect(stated).toContainEqual({ versionName: version, confidence: 'HIGH', words });
  }
});

it.each([
  ['Manifest.toml', 'julia-manifest', 'manifest_format = "2.0"\n[[deps.A]]\nuuid = "1"\n'],
  ['cabal.project.freeze', 'hackage-freeze', 'constraints: any.a installed\n'],
])('%s that names no version pins none', (path, member, text) => {
  expect(itemsOf(path, member, text).items).toMatchObject([
    {
      confidence: 'LOW',
      detectionNotes: expect.stringMatching(/^Listed by the lockfile .*Its version is not known\./),
    },
  ]);
});

it('a version that another file states is not one that the lockfile pins', () => {
  const [lockfile, manifest] = [
    {
      path: 'a/cabal.project.freeze',
      packages: readManifest('hackage-freeze', Buffer.from('constraints: any.b installed\n')).findings,
    },
    { path: 'b/stack.yaml', packages: readManifest('hackage-stack', Buffer.from('extra-deps:\n- b-1.0\n')).findings },
  ];
  const { items } = deriveInventory(describePackages([manifest, lockfile]), []);
  expect(items.map(({ versionName, confidence }) => [versionName, confidence])).toEqual([['1.0', 'MEDIUM']]);
});
