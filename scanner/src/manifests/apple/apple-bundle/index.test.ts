import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const plist = (entries: Record<string, string>) =>
  `<?xml version="1.0"?>\n<plist version="1.0">\n<dict>\n<key>X</key><array><string>a</string></array>\n${Object.entries(
    entries,
  )
    .map(([key, value]) => `<key>${key}</key>\n<string>${value}</string>\n`)
    .join('')}</dict></plist>`;

const cases: ManifestCase[] = [
  [
    'a program',
    plist({
      CFBundleIdentifier: 'com.a',
      CFBundleName: 'A b',
      CFBundleVersion: '42',
      CFBundleShortVersionString: '1.2',
    }),
    ['locks pkg:generic/A%20b@1.2'],
  ],
  [
    'only an identifier and a build number',
    plist({ CFBundleIdentifier: 'com.a', CFBundleVersion: '42' }),
    ['locks pkg:generic/com.a@42'],
  ],
  [
    'variables of a source tree',
    plist({ CFBundleName: '$(PRODUCT_NAME)', CFBundleExecutable: 'e', CFBundleVersion: '$(V)' }),
    ['locks pkg:generic/e'],
  ],
  ['no name', plist({ CFBundleVersion: '1' }), []],
  ['the binary form', 'bplist00\u0000', [], ['in binary form']],
  ['no dictionary', '<plist/>', [], ['should have a "dict"']],
  ['broken XML', 'not XML', [], ['The Info.plist could not be read']],
];

describe('apple-bundle', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('apple-bundle', text, lines, problems));
  it('gives the line of the name', () =>
    checkEvidence('apple-bundle', plist({ CFBundleName: 'A' }), ['6 pkg:generic/A']));
});
