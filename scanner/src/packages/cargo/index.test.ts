import { describe, expect, it } from 'vitest';
import { lines } from '../tree-check.ts';

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
