import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a package',
    `%global ver 1.2
Name: tool
Version: %{ver}
Release: 3%{?dist}
Epoch: 1
License: MIT and BSD
URL: https://x/%{name}
Source0: %{url}/%{name}-%{version}.tar.gz
Requires: bash >= 4, perl(Foo) python3%{?_isa}
Requires(post): systemd
BuildRequires: gcc
%description
Requires: no
`,
    [
      'declares pkg:rpm/tool@1.2-3?arch=src&epoch=1 "MIT and BSD"',
      '  -> pkg:rpm/bash >= 4',
      '  -> pkg:rpm/python3',
      '  -> pkg:rpm/systemd',
      '  -> pkg:rpm/gcc build',
    ],
  ],
  [
    'a macro that another file defines',
    `Name: a
Version: %{unknown}
Release: 1
`,
    ['declares pkg:rpm/a?arch=src'],
  ],
  [
    'a name in another file',
    `Name: %{x}
Version: 1
`,
    [],
    ['"Name" of the spec file should use only macros'],
  ],
  [
    'another kind of file',
    `describe("x", () => {});
`,
    [],
  ],
  ['nothing', '', []],
];

describe('rpm-spec', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('rpm-spec', text, lines, problems));
  it('10,000 needs', () =>
    checkLarge('rpm-spec', `Name: a\n${Array.from({ length: 10_000 }, (_, i) => `Requires: p${i}`).join('\n')}`, 1));
});
