import { expect, it } from 'vitest';
import { describeTree, lines } from '../../../test/packages/tree-check.ts';

const recipe = (symbol: string, about: string, kind = 'generic') =>
  `${about.replace(/^/gm, `${symbol}_`)}\n\n$(eval $(${kind}-package))\n`;

const TREE = {
  'buildroot/package/pkg-generic.mk': 'define inner-generic-package\nendef\n',
  'buildroot/package/zlib/zlib.mk': recipe(
    'ZLIB',
    'VERSION = 1.3.1\nSITE = https://zlib.example/$(ZLIB_VERSION)\nSOURCE = zlib-$(ZLIB_VERSION).tar.xz\nLICENSE = Zlib',
  ),
  'buildroot/package/zlib/zlib.hash': `sha256  ${'ab'.repeat(32)}  zlib-1.3.1.tar.xz\nsha256  ${'cd'.repeat(32)}  LICENSE\n`,
  'buildroot/package/x/python-a.b/python-a.b.mk': recipe(
    'PYTHON_A_B',
    'VERSION = 2.0\nSITE = $(call github,a,b,v$(PYTHON_A_B_VERSION))\nDEPENDENCIES = zlib host-tool toolchain',
    'python',
  ),
  'buildroot/package/tool/tool.mk': recipe('TOOL', 'VERSION = 5\nSITE = $(BR2_GNU_MIRROR)/tool', 'host-autotools'),
  'buildroot/package/unused/unused.mk': recipe('UNUSED', 'VERSION = 1\nSITE = https://x.example'),
  'buildroot/configs/board_defconfig': 'BR2_PACKAGE_UNUSED=y\n',
  'buildroot/linux/linux.mk': recipe('LINUX', 'VERSION = 6.6\nSITE = https://x.example\nLICENSE = GPL-2.0', 'kconfig'),
};

it('packages of a Buildroot tree count if a configuration selects them or a selected one needs them', () => {
  expect(lines(TREE)).toEqual([]);
  expect(
    lines({
      ...TREE,
      'company/configs/product_defconfig':
        'BR2_LINUX_KERNEL=y\nBR2_LINUX_KERNEL_CUSTOM_VERSION_VALUE="6.1.9"\nBR2_PACKAGE_PYTHON_A_B=y\nBR2_PACKAGE_PYTHON_A_B_OPTION=y\n',
    }),
  ).toEqual([
    'pkg:buildroot/linux@6.1.9 direct (GPL-2.0-only) < buildroot/linux/linux.mk company/configs/product_defconfig',
    'pkg:buildroot/python-a.b@2.0 direct < buildroot/package/x/python-a.b/python-a.b.mk company/configs/product_defconfig > pkg:buildroot/tool@5 pkg:buildroot/zlib@1.3.1',
    'pkg:buildroot/tool@5 build transitive < buildroot/package/tool/tool.mk',
    'pkg:buildroot/zlib@1.3.1 transitive (Zlib) < buildroot/package/zlib/zlib.mk',
  ]);
});

it('address, checksum and lines come from the recipe', () =>
  expect(
    describeTree({ ...TREE, '.config': '# Buildroot\nBR2_PACKAGE_ZLIB=y\nBR2_PACKAGE_PYTHON_A_B=y\n' }).map(
      ({ purl, downloadUrl, integrity, proofs }) =>
        `${purl} ${downloadUrl} ${integrity.slice(0, 9)} ${proofs.map(({ path, line }) => `${path}:${line}`).join(' ')}`,
    ),
  ).toEqual([
    'pkg:buildroot/python-a.b@2.0 https://github.com/a/b/archive/v2.0.tar.gz  .config:3 buildroot/package/x/python-a.b/python-a.b.mk:1',
    'pkg:buildroot/tool@5 http://ftpmirror.gnu.org/tool/tool-5.tar.gz  buildroot/package/tool/tool.mk:1',
    'pkg:buildroot/zlib@1.3.1 https://zlib.example/1.3.1/zlib-1.3.1.tar.xz sha256:ab .config:2 buildroot/package/zlib/zlib.mk:1',
  ]));

it('recipes outside of a Buildroot tree were written for the code base', () =>
  expect(
    lines({
      'external/package/lib/lib.mk': recipe('LIB', 'VERSION = v1.0\nSITE = https://x.example/lib\nLICENSE = MIT'),
      'external/package/app/app.mk': recipe(
        'APP',
        'VERSION = 0.1\nSITE = $(BR2_EXTERNAL_OWN_PATH)/src\nSITE_METHOD = local\nDEPENDENCIES = lib',
      ),
      'external/package/any/other.mk': 'OTHER_VERSION = 1\nall:\n\techo\n',
    }),
  ).toEqual([
    'pkg:buildroot/app@0.1 own in "external/package/app" < external/package/app/app.mk > pkg:buildroot/lib@v1.0',
    'pkg:buildroot/lib@v1.0 direct (MIT) < external/package/lib/lib.mk',
  ]));

it('without recipes, a configuration names packages but not their options', () =>
  expect(
    lines({
      'configs/a_defconfig':
        'BR2_PACKAGE_DROPBEAR=y\nBR2_PACKAGE_DROPBEAR_CLIENT=y\nBR2_PACKAGE_LUA=y\nBR2_PACKAGE_LUA_CJSON=y\nBR2_PACKAGE_HOST_DTC=y\nBR2_TARGET_UBOOT=y\nBR2_TARGET_ROOTFS_EXT2=y\nBR2_PACKAGE_BUSYBOX_CONFIG="x"\n# BR2_PACKAGE_GDB is not set\n',
      'arch/arm/configs/linux_defconfig': 'CONFIG_NET=y\n',
    }),
  ).toEqual([
    'pkg:buildroot/dropbear direct < configs/a_defconfig',
    'pkg:buildroot/dtc build direct < configs/a_defconfig',
    'pkg:buildroot/lua direct < configs/a_defconfig',
    'pkg:buildroot/lua-cjson direct < configs/a_defconfig',
    'pkg:buildroot/uboot direct < configs/a_defconfig',
  ]));

it('packages that need each other, and variables that refer to themselves', () =>
  expect(
    lines({
      'package/a/a.mk': recipe('A', 'VERSION = $(A_VERSION)\nSITE = https://x.example\nDEPENDENCIES = b'),
      'package/b/b.mk': recipe('B', 'VERSION = 1\nSITE = https://x.example\nDEPENDENCIES = a constructor'),
    }),
  ).toEqual([
    'pkg:buildroot/a direct < package/a/a.mk > pkg:buildroot/b@1',
    'pkg:buildroot/b@1 direct < package/b/b.mk > pkg:buildroot/a',
  ]));
