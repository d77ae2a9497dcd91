import { describe, expect, it } from 'vitest';
import { readManifest } from '../../index.ts';

/** `line name operator value` of each statement. */
function statements(member: string, text: string): string[] {
  const { findings, issues } = readManifest(member, Buffer.from(text));
  expect(issues).toEqual([]);
  return findings.flatMap(({ defines }) =>
    (defines?.recipe ?? []).map(({ line, name, operator, value }) => `${line} ${name} ${operator} ${value}`),
  );
}

const cases: [title: string, member: string, text: string, lines: string[]][] = [
  [
    'a recipe',
    'buildroot-recipe',
    `# zlib
ZLIB_VERSION_MAJOR = 1.3
ZLIB_VERSION = $(ZLIB_VERSION_MAJOR).1 # newest
ZLIB_CONF_OPTS = --static
ZLIB_DEPENDENCIES = \\
\thost-pkgconf \\
\tb
ifeq ($(BR2_PACKAGE_C),y)
ZLIB_DEPENDENCIES += c
ZLIB_LICENSE = Zlib
else
ZLIB_LICENSE = MIT
endif
define ZLIB_BUILD
ZLIB_SITE = x
endef
$(eval $(generic-package))
$(eval $(host-generic-package))
`,
    [
      '2 ZLIB_VERSION_MAJOR = 1.3',
      '3 ZLIB_VERSION = $(ZLIB_VERSION_MAJOR).1',
      '5 ZLIB_DEPENDENCIES = \thost-pkgconf \n\tb'.replace('\t', ''),
      '10 ZLIB_LICENSE ?= Zlib',
      '12 ZLIB_LICENSE ?= MIT',
      '17 eval = generic-package',
      '18 eval = host-generic-package',
    ],
  ],
  ['another makefile', 'buildroot-recipe', 'A_VERSION = 1\nall: ; echo\n', []],
  ['nothing', 'buildroot-recipe', '', []],
  [
    'a define without end',
    'buildroot-recipe',
    'A_VERSION = 1\n$(eval $(generic-package))\ndefine X\n',
    ['1 A_VERSION = 1', '2 eval = generic-package'],
  ],
  [
    'hashes',
    'buildroot-recipe',
    `# from x\nsha256  ${'a'.repeat(64)}  a-1.tar.gz\nnone  xxx  b\n`,
    [`2 sha256 of ${'a'.repeat(64)} a-1.tar.gz`],
  ],
  [
    'a configuration',
    'buildroot-config',
    'BR2_arm=y\nBR2_PACKAGE_A=y\n# BR2_PACKAGE_B is not set\nBR2_PACKAGE_A_CONFIG="x"\nBR2_LINUX_KERNEL_CUSTOM_VERSION_VALUE="6.1"\n',
    ['2 BR2_PACKAGE_A = y', '5 BR2_LINUX_KERNEL_CUSTOM_VERSION_VALUE = 6.1'],
  ],
  ['the configuration of Linux', 'buildroot-config', 'CONFIG_A=y\n', []],
];

describe('buildroot-recipe and buildroot-config', () => {
  it.each(cases)('%s', (_, member, text, lines) => expect(statements(member, text)).toEqual(lines));
});
