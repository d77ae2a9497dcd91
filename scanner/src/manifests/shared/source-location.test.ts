// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of build files
import { describe, expect, it } from 'vitest';
import { archiveIdentity, gitIdentity, versionInFile } from './source-location.ts';

describe('gitIdentity', () => {
  const cases: [url: string, ref: string, is: string][] = [
    ['https://github.com/a/b.git', 'v1', 'github a/b v1'],
    ['https://user@www.github.com/a/b/', '', 'github a/b '],
    ['git@github.com:a/b.git', 'refs/tags/v1', 'github a/b v1'],
    ['ssh://git@gitlab.com:22/a/b/c', '', 'gitlab a/b/c '],
    ['git+https://bitbucket.org/a/b?x#y', '', 'bitbucket a/b '],
    ['git://git.kernel.org/pub/scm/linux.git', '', 'git git.kernel.org/pub/scm/linux '],
    ['https://constructor/a/b.git', '', 'git constructor/a/b '],
    ['../b.git', '', 'none'],
    ['https://x/../b', '', 'none'],
    ['https://${HOST}/a/b', '', 'none'],
    ['', '', 'none'],
    ['C:/folder', '', 'none'],
  ];
  it.each(cases)('%s', (url, ref, is) => {
    const found = gitIdentity(url, ref);
    expect(found === undefined ? 'none' : `${found.type} ${found.fullName} ${found.version}`).toBe(is);
  });
});

describe('archiveIdentity', () => {
  const cases: [url: string, is: string][] = [
    ['https://github.com/a/b/archive/refs/tags/v1.2.tar.gz', 'github a/b v1.2'],
    ['https://github.com/a/b/archive/0123abc.zip', 'github a/b 0123abc'],
    ['https://github.com/a/b/releases/download/v1.2/b-1.2.tar.xz', 'github a/b v1.2'],
    ['https://codeload.github.com/a/b/tar.gz/refs/tags/v1', 'github a/b v1'],
    ['https://gitlab.com/a/b/-/archive/v1/b-v1.tar.gz', 'gitlab a/b v1'],
    ['https://zlib.net/zlib-1.3.1.tar.gz', 'generic name 1.3.1'],
    ['https://x.org/name.zip', 'generic name '],
    ['file:///x-1.0.zip', 'none'],
  ];
  it.each(cases)('%s', (url, is) => {
    const found = archiveIdentity('name', url);
    expect(found === undefined ? 'none' : `${found.type} ${found.fullName} ${found.version}`).toBe(is);
  });

  it('keeps address and checksum where the purl needs them', () => {
    expect(archiveIdentity('z', 'https://zlib.net/z-1.3.zip', 'sha256:ab')).toMatchObject({
      qualifiers: { download_url: 'https://zlib.net/z-1.3.zip', checksum: 'sha256:ab' },
      downloadUrl: 'https://zlib.net/z-1.3.zip',
    });
  });
});

it.each([
  ['https://x/boost_1.84.0.tar.bz2', '1.84.0'],
  ['https://x/v2.1.tgz?x', '2.1'],
  ['https://x/a-2024.tar.gz', ''],
  [`https://x/${'a-1.'.repeat(10_000)}`, ''],
])('version in %s', (url, version) => expect(versionInFile(url)).toBe(version));
