import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'an installed package',
    '%NAME%\nemacs\n\n%VERSION%\n29.3-3\n\n%BASE%\nemacs-base\n\n%ARCH%\nx86_64\n\n%INSTALLDATE%\n1\n\n%REASON%\n1\n\n%LICENSE%\nGPL3\nMIT\n\n%DEPENDS%\nglibc>=2\nlibx.so=1-64\n',
    [
      'locks pkg:alpm/arch/emacs@29.3-3?arch=x86_64&upstream=emacs-base transitive "GPL3 AND MIT"',
      '  -> pkg:alpm/arch/glibc >=2',
      '  -> pkg:alpm/arch/libx.so =1-64',
    ],
  ],
  [
    'a package that a person installed explicitly',
    '%NAME%\na\n%VERSION%\n1\n%INSTALLDATE%\n1\n',
    ['locks pkg:alpm/arch/a@1 direct'],
  ],
  ['nothing', '', [], ['should have a %NAME%']],
  ['no version', '%NAME%\na\n', ['locks pkg:alpm/arch/a'], ['should have a %VERSION%']],
];

describe('alpm-desc', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('alpm-desc', text, lines, problems));
  it('20,000 dependencies', () =>
    checkLarge(
      'alpm-desc',
      `%NAME%\na\n%VERSION%\n1\n%DEPENDS%\n${Array.from({ length: 20_000 }, (_, i) => `p${i}`).join('\n')}`,
      1,
    ));
});
