import { describe, it } from 'vitest';
import { checkBytes } from '../../../../test/manifests/manifest-check.ts';
import { rpmFile, SAMPLE_TAGS } from '../rpm-builders.ts';

describe('rpm-package', () => {
  it('a binary package', () =>
    checkBytes('rpm-package', rpmFile(SAMPLE_TAGS), [
      'locks pkg:rpm/bash@5.1-2.el9?arch=x86_64&epoch=1&upstream=bash-5.1-2.el9.src.rpm "GPL-3.0-or-later"',
      '  -> pkg:rpm/glibc >= 2.34',
    ]));
  it('a source package', () =>
    checkBytes('rpm-package', rpmFile({ 1000: 'a', 1001: '1', 1002: '2', 1022: 'i386' }, true), [
      'locks pkg:rpm/a@1-2?arch=src',
    ]));
  it('nothing', () => checkBytes('rpm-package', Buffer.alloc(0), [], ['should begin with the lead']));
  it('only the start', () =>
    checkBytes('rpm-package', rpmFile(SAMPLE_TAGS).subarray(0, 140), [], ['ends before the header']));
  it('no name', () => checkBytes('rpm-package', rpmFile({ 1001: '1' }), [], ['should have a name']));
  it('a wrong size', () => {
    const bytes = rpmFile(SAMPLE_TAGS);
    bytes.writeUInt32BE(0xffffffff, 96 + 8);
    checkBytes('rpm-package', bytes, [], ['more than its bytes hold']);
  });
});
