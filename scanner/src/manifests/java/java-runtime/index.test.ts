import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const openjdk =
  'IMPLEMENTOR="Eclipse Adoptium"\nIMPLEMENTOR_VERSION="Temurin-21.0.4+7"\nJAVA_RUNTIME_VERSION="21.0.4+7-LTS"\nJAVA_VERSION="21.0.4"\nSOURCE_REPO="https://github.com/adoptium/jdk21u.git"\nSEMANTIC_VERSION="21.0.4+7"\n';

const cases: ManifestCase[] = [
  ['OpenJDK', openjdk, ['locks pkg:generic/openjdk@21.0.4%2B7']],
  [
    "Oracle's",
    'JAVA_VERSION="1.8.0_411"\nJAVA_RUNTIME_VERSION="1.8.0_411-b25"\nBUILD_TYPE="commercial"\n',
    ['locks pkg:generic/oracle/jdk@1.8.0_411-b25'],
  ],
  ['only a version', 'JAVA_VERSION="17"\r\n', ['locks pkg:generic/openjdk@17']],
  ['a file of another program', 'release 1\n', []],
  ['nothing', '', []],
];

describe('java-runtime', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('java-runtime', text, lines, problems));
  it('gives line and repository', () =>
    checkEvidence('java-runtime', openjdk, [
      '4 pkg:generic/openjdk@21.0.4%2B7 https://github.com/adoptium/jdk21u.git',
    ]));
});
