import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a file',
    '[wrap-file]\ndirectory = zlib-1.3.1\nsource_url = http://zlib.net/fossils/zlib-1.3.1.tar.gz\nsource_filename = zlib-1.3.1.tar.gz\nsource_hash = 9a93\nwrapdb_version = 1.3.1-1\n\n[provide]\nzlib = zlib_dep\n',
    ['holds pkg:generic/zlib@1.3.1'],
  ],
  [
    'a repository',
    '[wrap-git]\nurl = https://github.com/a/foo.git\nrevision = 0123456789abcdef0123456789abcdef01234567\ndepth = 1\n',
    ['holds pkg:github/a/foo@0123456789abcdef0123456789abcdef01234567'],
  ],
  [
    'a branch',
    '[wrap-git]\ndirectory = foo\nurl = https://gitlab.com/a/foo\nrevision = head\n',
    ['holds pkg:gitlab/a/foo'],
  ],
  [
    'only a version of the wrap',
    '[wrap-file]\ndirectory = bar\nwrapdb_version = 2.1-3\n',
    ['holds pkg:generic/bar@2.1'],
  ],
  ['a redirection', '[wrap-redirect]\nfilename = a/subprojects/b.wrap\n', []],
  ['no section', 'directory = x\n', [], ['is missing']],
  ['no name', '[wrap-file]\npatch_url = x\n', [], ['are missing']],
  ['nothing', '', [], ['is missing']],
];

describe('meson-wrap', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('meson-wrap', text, lines, problems));
  it('300,000 lines in linear time', () =>
    checkLarge('meson-wrap', `[wrap-file]\ndirectory = a-1\n${'x = y\n'.repeat(300_000)}`, 1));
});
