import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a project with extras and groups',
    `version = 1
[[package]]
name = "app"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "a" }, { name = "b", marker = "sys_platform == 'win32'" }]
[package.optional-dependencies]
x = [{ name = "c" }]
[package.dev-dependencies]
dev = [{ name = "d" }]
[[package]]
name = "a"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
dependencies = [{ name = "b" }]
sdist = { url = "https://f/a.tar.gz", hash = "sha256:aaa" }
[[package]]
name = "b"
version = "2.0"
source = { registry = "https://pypi.org/simple" }
wheels = [{ url = "https://f/b.whl", hash = "sha256:bbb" }]
[[package]]
name = "c"
version = "3.0"
[[package]]
name = "d"
version = "4.0"
`,
    [
      'locks pkg:pypi/a@1.0 direct',
      '  -> pkg:pypi/b@2.0',
      'locks pkg:pypi/b@2.0 direct',
      'locks pkg:pypi/c@3.0 optional direct',
      'locks pkg:pypi/d@4.0 development direct',
    ],
  ],
  [
    'packages that only a group needs; an extra that only a group requests; a version that only another package requires',
    `[[package]]
name = "app"
version = "0.1.0"
source = { editable = "." }
dependencies = [{ name = "client" }, { name = "many", version = "2.0" }]
[package.dev-dependencies]
lint = [{ name = "client", extra = ["Cli"] }, { name = "tool" }]
[[package]]
name = "client"
version = "1.0"
dependencies = [{ name = "core" }]
[package.optional-dependencies]
cli = [{ name = "colours" }]
[[package]]
name = "colours"
version = "1.0"
[[package]]
name = "core"
version = "1.0"
[[package]]
name = "inner"
version = "1.0"
[[package]]
name = "many"
version = "1.0"
[[package]]
name = "many"
version = "2.0"
[[package]]
name = "tool"
version = "1.0"
dependencies = [{ name = "core" }, { name = "inner" }, { name = "many", version = "1.0" }]
`,
    [
      'locks pkg:pypi/client@1.0 direct',
      '  -> pkg:pypi/core@1.0',
      '  -> pkg:pypi/colours@1.0 optional',
      'locks pkg:pypi/colours@1.0 development transitive',
      'locks pkg:pypi/core@1.0 transitive',
      'locks pkg:pypi/inner@1.0 development transitive',
      'locks pkg:pypi/many@1.0 development transitive',
      'locks pkg:pypi/many@2.0 direct',
      'locks pkg:pypi/tool@1.0 development direct',
      '  -> pkg:pypi/core@1.0',
      '  -> pkg:pypi/inner@1.0',
      '  -> pkg:pypi/many@1.0',
    ],
  ],
  [
    'an archive beside the project is no folder of it',
    '[[package]]\nname = "app"\nversion = "1"\nsource = { editable = "." }\ndependencies = [{ name = "a" }]\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { path = "a-1.0.tar.gz" }\ndependencies = [{ name = "b" }]\n[[package]]\nname = "b"\nversion = "2.0"\n',
    ['locks pkg:pypi/a@1.0 direct', '  -> pkg:pypi/b@2.0', 'locks pkg:pypi/b@2.0 transitive'],
  ],
  [
    'packages that only extras and groups need',
    `[[package]]
name = "app"
source = { editable = "." }
dependencies = [{ name = "web", extra = ["fast"] }]
[package.optional-dependencies]
docs = [{ name = "sphinx" }, { name = "both" }]
x = [{ name = "both" }]
[package.dev-dependencies]
test = [{ name = "pytest" }]
[[package]]
name = "web"
version = "1"
dependencies = [{ name = "core" }]
[package.optional-dependencies]
fast = [{ name = "loop" }]
[[package]]
name = "core"
version = "1"
[[package]]
name = "loop"
version = "1"
[[package]]
name = "sphinx"
version = "1"
dependencies = [{ name = "babel" }, { name = "core" }]
[[package]]
name = "babel"
version = "1"
[[package]]
name = "both"
version = "1"
[[package]]
name = "pytest"
version = "1"
dependencies = [{ name = "iniconfig" }, { name = "babel" }]
[[package]]
name = "iniconfig"
version = "1"
`,
    [
      'locks pkg:pypi/web@1 direct',
      '  -> pkg:pypi/core@1',
      '  -> pkg:pypi/loop@1 optional',
      'locks pkg:pypi/core@1 transitive',
      'locks pkg:pypi/loop@1 transitive',
      'locks pkg:pypi/sphinx@1 development direct',
      '  -> pkg:pypi/babel@1',
      '  -> pkg:pypi/core@1',
      'locks pkg:pypi/babel@1 test transitive',
      'locks pkg:pypi/both@1 optional direct',
      'locks pkg:pypi/pytest@1 test direct',
      '  -> pkg:pypi/iniconfig@1',
      '  -> pkg:pypi/babel@1',
      'locks pkg:pypi/iniconfig@1 test transitive',
    ],
  ],
  ['nothing', '', []],
  ['broken TOML', '[[', [], ['The uv.lock could not be read']],
  [
    'a merge conflict between tables',
    'version = 1\n[[package]]\nname = "a"\nversion = "1.0"\n<<<<<<< HEAD\n[[package]]\nname = "b"\nversion = "2.0"\n=======\n>>>>>>> other\n',
    ['locks pkg:pypi/a@1.0', 'locks pkg:pypi/b@2.0'],
    [
      'Line 5 should be TOML but is an unresolved merge conflict;',
      'Line 9 should be TOML but is an unresolved merge conflict;',
      'Line 10 should be TOML but is an unresolved merge conflict;',
    ],
  ],
  [
    'values of wrong types',
    '[[package]]\nname = "a"\nversion = true\ndependencies = "x"\n',
    ['locks pkg:pypi/a'],
    ['"package.a.version" should be a text', '"package.a.dependencies" should be a list'],
  ],
];

describe('pypi-uv-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-uv-lock', text, lines, problems));

  it('keeps addresses and checksums', () => {
    const text =
      '[[package]]\nname = "b"\nversion = "2.0"\nwheels = [{ url = "https://f/b.whl", hash = "sha256:bbb" }]\n';
    expect(readText('pypi-uv-lock', text).findings[0]).toMatchObject({
      downloadUrl: 'https://f/b.whl',
      integrity: 'sha256:bbb',
    });
  });

  it('5,000 packages', () => {
    checkLarge(
      'pypi-uv-lock',
      Array.from(
        { length: 5000 },
        (_, i) => `[[package]]\nname = "p${i}"\nversion = "1.${i}"\ndependencies = [{ name = "p${i + 1}" }]\n`,
      ).join('\n'),
      5000,
    );
  });
});
