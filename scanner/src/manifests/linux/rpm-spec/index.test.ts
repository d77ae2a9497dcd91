import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

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
  it.each([
    ['the tag', '%define x 1\nName: tool\nVersion: 1\n', 2],
    ['the definition of its macro', '# tool\n%define name tool\n%define version 1\nName: %{name}\nVersion: 1\n', 2],
    ['the tag, if several macros make the name', '%global a to\n%global b ol\nName: %{a}%{b}\nVersion: 1\n', 3],
    ['the tag, if the definition is of something longer', '%global a tool-box\n%global b tool\nName: %{b}\n', 2],
  ])('the line of a name is that of %s', (_, text, line) => {
    expect(readText('rpm-spec', text).findings[0]?.line).toBe(line);
  });
  it('10,000 needs', () =>
    checkLarge('rpm-spec', `Name: a\n${Array.from({ length: 10_000 }, (_, i) => `Requires: p${i}`).join('\n')}`, 1));
});
