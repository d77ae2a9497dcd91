import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const JSON_MANIFEST = `{
	"app-id": "org.example.App",
	"runtime": "org.gnome.Platform",
	"runtime-version": "46",
	"sdk": "org.gnome.Sdk",
	"sdk-extensions": ["org.freedesktop.Sdk.Extension.rust-stable"],
	"command": "app",
	/* the libraries */
	"modules": [
		"shared-modules/x.json",
		{"name": "zlib", "sources": [
			{"type": "archive", "url": "https://zlib.net/zlib-1.3.tar.xz", "sha256": "ab"},
			{"type": "archive", "url": "https://x.example/other-2.0.zip", "sha256": "cd"},
			{"type": "patch", "path": "a.patch"}
		]},
		{"name": "app", "sources": [{"type": "dir", "path": "."}], "modules": [
			{"name": "inner", "sources": [{"type": "git", "url": "https://github.com/a/b.git", "tag": "v1", "commit": "0123456789abcdef0123456789abcdef01234567"}]}
		]}
	]
}
`;

const cases: ManifestCase[] = [
  [
    'an application in JSON',
    JSON_MANIFEST,
    [
      'declares pkg:flatpak/org.example.App',
      '  -> pkg:flatpak/org.gnome.Platform@46 46',
      '  -> pkg:flatpak/org.gnome.Sdk@46 46 build',
      '  -> pkg:flatpak/org.freedesktop.Sdk.Extension.rust-stable build',
      'requires pkg:flatpak/org.gnome.Platform@46 direct',
      'requires pkg:flatpak/org.gnome.Sdk@46 build direct',
      'requires pkg:generic/zlib@1.3?checksum=sha256:ab&download_url=https:%2F%2Fzlib.net%2Fzlib-1.3.tar.xz direct',
      'requires pkg:generic/other@2.0?checksum=sha256:cd&download_url=https:%2F%2Fx.example%2Fother-2.0.zip direct',
      'requires pkg:github/a/b@v1 direct',
    ],
  ],
  [
    'sources of registries in YAML',
    `id: org.example.App
runtime: org.kde.Platform
runtime-version: '6.7'
cleanup:
  - /share/man/*
  - /lib/*.a
sdk: org.kde.Sdk
modules:
  - name: python3-requests
    sources:
      - type: file
        url: https://files.pythonhosted.org/packages/70/8e/0e/requests-2.31.0-py3-none-any.whl
        sha256: ab
      - type: file
        url: https://files.pythonhosted.org/packages/70/8e/0e/a-b-1.0.tar.gz
      - type: archive
        url: https://static.crates.io/crates/libc/libc-0.2.1.crate
      - type: file
        url: https://registry.npmjs.org/@a/b/-/b-1.0.0.tgz
`,
    [
      'declares pkg:flatpak/org.example.App',
      '  -> pkg:flatpak/org.kde.Platform@6.7 6.7',
      '  -> pkg:flatpak/org.kde.Sdk@6.7 6.7 build',
      'requires pkg:flatpak/org.kde.Platform@6.7 direct',
      'requires pkg:flatpak/org.kde.Sdk@6.7 build direct',
      'requires pkg:pypi/requests@2.31.0 direct',
      'requires pkg:pypi/a-b@1.0 direct',
      'requires pkg:cargo/libc@0.2.1 direct',
      'requires pkg:npm/%40a/b@1.0.0 direct',
    ],
  ],
  ['nothing', '', []],
  ['another file', '{"id": "a.b.c", "runtime": 1}', []],
  ['a document of another kind', 'id: x\nruntime: y\nmodules: []\n', []],
  [
    'values of wrong types, and an address of no archive',
    '{"id": "a.b.c", "runtime": ["x"], "modules": [1, {"name": [], "sources": [{"type": "archive", "url": "a b"}, {"type": "git", "url": "../x"}]}]}',
    ['declares pkg:flatpak/a.b.c'],
    ['Line 1: "url" should be the address', 'Line 1: "url" should be the address'],
  ],
  [
    'broken',
    '{"id": "a.b.c", "runtime": "x.y.z", "modules": [',
    ['declares pkg:flatpak/a.b.c', '  -> pkg:flatpak/x.y.z'],
    ['the YAML is not well-formed'],
  ],
];

describe('flatpak-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('flatpak-manifest', text, lines, problems));
  it('lines and checksums', () =>
    checkEvidence(
      'flatpak-manifest',
      'id: a.b.c\nruntime: x\nmodules:\n- name: z\n  sources:\n  - type: archive\n    url: https://z.example/z-1.0.tgz\n    sha512: ab\n',
      [
        '1 pkg:flatpak/a.b.c',
        '7 pkg:generic/z@1.0?checksum=sha512:ab&download_url=https:%2F%2Fz.example%2Fz-1.0.tgz https://z.example/z-1.0.tgz sha512:ab',
      ],
    ));
  it('5,000 modules', () =>
    checkLarge(
      'flatpak-manifest',
      `id: a.b.c\nruntime: x\nmodules:\n${Array.from({ length: 5000 }, (_, i) => `- name: m${i}\n  sources:\n  - type: archive\n    url: https://x.example/m${i}-1.0.tgz\n`).join('')}`,
      5001,
    ));
});
