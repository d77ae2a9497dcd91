// Findings of every format of manifests and binaries are read back as they were written, and others are told instead of being taken for findings.
import { MANIFEST_SAMPLES, PINNING_SAMPLES, readManifest } from '@assay/scanner/testing';
import { expect, it } from 'vitest';
import { storedPackages } from './stored-packages.ts';

const SAMPLES: [string, string | Uint8Array][] = [
  ...Object.entries(MANIFEST_SAMPLES),
  ...PINNING_SAMPLES.map(({ member, text }): [string, string | Uint8Array] => [member, text]),
];

it.each(SAMPLES)('findings of %s', (member, text) => {
  const { findings } = readManifest(member, Buffer.from(text));
  expect(findings.length).toBeGreaterThan(0);
  const stored = JSON.parse(JSON.stringify(findings));
  expect(storedPackages(stored, '29-a-b')).toEqual({ packages: stored });
});

const [good] = readManifest('npm-package-json', Buffer.from('{"name":"a","version":"1.0.0"}')).findings;

it('leaves out findings of another form and says so', () => {
  expect(storedPackages([good, { ...good, role: 'pins' }, { ...good, dependencies: undefined }], '12-a-b')).toEqual({
    packages: [good],
    problem: expect.stringMatching(
      /^2 packages in the stored findings cannot be read, because version 12-a-b of the analyser wrote them in another form \("role" .+\)\. A scan of the file makes them again\.$/,
    ),
  });
  expect(storedPackages(null, '12-a-b')).toEqual({ packages: [], problem: expect.stringContaining('The packages in') });
});
