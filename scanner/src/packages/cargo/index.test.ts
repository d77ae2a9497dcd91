import { describe, expect, it } from 'vitest';
import { describeTree, lines } from '../../../test/packages/tree-check.ts';

const workspace =
  '[workspace]\nmembers = ["a"]\n[workspace.package]\nversion = "1.2.3"\nlicense = "MIT"\n[workspace.dependencies]\nserde = "1.0"\nlog = "=0.4.17"\nnick = { package = "real", version = "2" }\nlocal = { path = "local" }\n';

const cases: [string, Record<string, string>, string[]][] = [
  [
    'a member takes version, license and dependencies',
    {
      'Cargo.toml': workspace,
      'a/Cargo.toml':
        '[package]\nname = "a"\nversion.workspace = true\nlicense.workspace = true\n[dependencies]\nserde = { workspace = true }\nlog.workspace = true\nlocal.workspace = true\n[dev-dependencies]\nnick = { workspace = true }\n',
    },
    [
      'pkg:cargo/a@1.2.3 own (MIT) in "a" < a/Cargo.toml > pkg:cargo/log@0.4.17 pkg:cargo/real pkg:cargo/serde',
      'pkg:cargo/log@0.4.17 direct < a/Cargo.toml',
      'pkg:cargo/real development direct < a/Cargo.toml asked for as "2"',
      'pkg:cargo/serde direct < a/Cargo.toml asked for as "1.0"',
    ],
  ],
  [
    'a member whose workspace is elsewhere: the dependency stays',
    { 'Cargo.toml': '[package]\nname = "a"\nversion.workspace = true\n[dependencies]\nserde.workspace = true\n' },
    ['pkg:cargo/a own in "" < Cargo.toml > pkg:cargo/serde', 'pkg:cargo/serde direct < Cargo.toml'],
  ],
];

describe('Cargo.toml files of a workspace', () => {
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});

it('a patch gives the source of a crate; with a lockfile it changes nothing', () => {
  const files = {
    'Cargo.toml':
      '[package]\nname = "x"\nversion = "1.0.0"\n[dependencies]\na = "1"\nb = "2"\n[patch.crates-io]\na = { git = "https://x.org/a" }\nb = { path = "b" }\nc = { git = "https://x.org/c" }\n',
    'b/Cargo.toml': '[package]\nname = "b"\nversion = "2.1.0"\n',
  };
  expect(lines(files)).toEqual([
    'pkg:cargo/a direct < Cargo.toml asked for as "1"',
    'pkg:cargo/b@2.1.0 own in "b" < Cargo.toml b/Cargo.toml',
    'pkg:cargo/c transitive < Cargo.toml asked for as "git https://x.org/c"',
    'pkg:cargo/x@1.0.0 own in "" < Cargo.toml > pkg:cargo/a pkg:cargo/b@2.1.0',
  ]);
  expect(describeTree(files).map(({ repositoryUrl }) => repositoryUrl)).toEqual([
    'https://x.org/a',
    '',
    'https://x.org/c',
    '',
  ]);
  expect(
    lines({
      ...files,
      'Cargo.lock':
        '[[package]]\nname = "a"\nversion = "1.5.0"\nsource = "git+https://x.org/a#abc"\n[[package]]\nname = "x"\nversion = "1.0.0"\ndependencies = ["a"]\n',
    }).filter((line) => /cargo\/[ac]\b/.test(line) && !line.includes('/x@')),
  ).toEqual(['pkg:cargo/a@1.5.0 direct < Cargo.lock']);
});
