import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'headings and fields',
    '# Third party libraries\n\nPlease keep this list sorted.\n\n## amd-fsr\n\n- Upstream: https://github.com/GPUOpen-Effects/FidelityFX-FSR\n- Version: 1.0.2 (a21ffb8f6c13233ba336352bdff293894c706575, 2021)\n- License: MIT\n\nFiles extracted from upstream source:\n\n- `ffx_a.h`\n- `license.txt`\n\n## zlib\n\n- Upstream: https://www.zlib.net/\n- Version: 1.3.1 (2024)\n- License: zlib\n',
    ['holds pkg:github/gpuopen-effects/fidelityfx-fsr@1.0.2 "MIT"', 'holds pkg:generic/zlib@1.3.1 "zlib"'],
  ],
  [
    'items of one folder',
    '## misc\n\nCollection of files.\n\n- `fastlz.{c,h}`\n  * Upstream: https://github.com/ariya/FastLZ\n  * Version: 0.5.0 (4f20f54d46f5a6dd4fae4def134933369b7602d2, 2020)\n  * License: MIT\n- `pcg.{cpp,h}`\n  * Upstream: http://www.pcg-random.org\n  * Version: minimal C implementation, http://www.pcg-random.org/download.html\n  * License: Apache 2.0\n',
    ['holds pkg:generic/fastlz@0.5.0 "MIT"', 'holds pkg:generic/pcg "Apache 2.0"'],
  ],
  [
    'git commits',
    '## foo\n\n- Upstream: https://github.com/a/foo\n- Version: git (0123456789abcdef0123456789abcdef01234567, 2023)\n- License: Zlib\n',
    ['holds pkg:github/a/foo@0123456789abcdef0123456789abcdef01234567 "Zlib"'],
  ],
  [
    'underlined headings and bold fields',
    'bar\n---\n\n**Version:** 2.0\n**License:** BSD (see LICENSE)\n',
    ['holds pkg:generic/bar@2.0 "BSD"'],
  ],
  ['prose', '# Dependencies\n\nRun make here. Note: it is slow.\n\n## Building\n\nVersion: 3 is needed.\n', []],
  ['nothing', '', []],
];

describe('third-party-readme', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('third-party-readme', text, lines, problems));
  it('folders', () => {
    const { findings } = readText('third-party-readme', cases[0]![1] + cases[1]![1]);
    expect(findings.map(({ folder, line }) => `${folder}:${line}`)).toEqual([
      'amd-fsr:5',
      'zlib:16',
      'misc/fastlz.c:25',
      'misc/pcg.cpp:29',
    ]);
  });
  it('headings below the heading of a folder group its files', () => {
    const text =
      '# List\n\n## misc\n\nSmall ones.\n\n### core\n\n- `a.c`\n  * Upstream: https://a.org/a\n\n### scene\n\n- `b.h`\n  * Upstream: https://b.org/b\n';
    const { findings } = readText('third-party-readme', text);
    expect(findings.map(({ folder }) => folder)).toEqual(['misc/a.c', 'misc/b.h']);
  });
  it('the name decides between several libraries of one repository', () => {
    const text = '## misc\n\n- `stb_vorbis.c`\n  * Upstream: https://github.com/nothings/stb\n  * Version: 1.20\n';
    expect(readText('third-party-readme', text).findings[0]?.purl).toBe('pkg:generic/stb_vorbis@1.20');
  });
  it('100,000 libraries in linear time', () =>
    checkLarge(
      'third-party-readme',
      Array.from({ length: 100_000 }, (_, i) => `## p${i}\n\n- Version: 1.${i}\n- License: MIT\n`).join('\n'),
      100_000,
    ));
});
