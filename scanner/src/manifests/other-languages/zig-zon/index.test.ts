import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `.{
    .name = .app,
    .version = "0.1.0",
    // .dependencies = .{ .no = .{ .url = "x" } },
    .dependencies = .{
        .zap = .{
            .url = "https://github.com/zigzap/zap/archive/refs/tags/v0.8.0.tar.gz",
            .hash = "1220abcd",
        },
        .@"git-one" = .{ .url = "git+https://github.com/a/b#0123abc", .hash = "h", .lazy = true },
        .other = .{ .url = "https://x.org/other-1.0.tar.gz", .hash = "g" },
        .local = .{ .path = "local" },
    },
    .paths = .{""},
}
`;

const cases: ManifestCase[] = [
  [
    'dependencies',
    ordinary,
    [
      'requires pkg:github/zigzap/zap@v0.8.0 direct',
      'requires pkg:github/a/b@0123abc optional direct',
      'requires pkg:generic/other direct',
    ],
  ],
  ['something else', 'abc', [], ['A build.zig.zon should be a value ".{…}"; nothing was read from it.']],
  ['nothing', '', [], ['A build.zig.zon should be a value ".{…}"; nothing was read from it.']],
];

describe('zig-zon', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('zig-zon', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('zig-zon', ordinary, [
      '6 pkg:github/zigzap/zap@v0.8.0 v0.8.0 https://github.com/zigzap/zap/archive/refs/tags/v0.8.0.tar.gz 1220abcd',
      '10 pkg:github/a/b@0123abc 0123abc git+https://github.com/a/b#0123abc h',
      '11 pkg:generic/other https://x.org/other-1.0.tar.gz g',
    ]));
});
