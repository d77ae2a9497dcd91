import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a module of Ivy',
    '<ivy-module version="2.0"><info organisation="o" module="m" revision="1"><license name="Apache-2.0"/></info><dependencies><dependency org="a" name="b" rev="1.2"/><dependency org="a" name="c" rev="latest.release" conf="test->default"/></dependencies></ivy-module>',
    [
      'declares pkg:maven/o/m@1 "Apache-2.0"',
      '  -> pkg:maven/a/b@1.2 1.2',
      '  -> pkg:maven/a/c latest.release test',
      'requires pkg:maven/a/b@1.2 direct',
    ],
  ],
  [
    "Maven's tasks in an Ant build",
    `<project name="p"><property name="v" value="3"/><artifact:dependencies xmlns:artifact="antlib:x"><dependency groupId="g" artifactId="a" version="\${v}" scope="test"/></artifact:dependencies></project>`,
    ['requires pkg:maven/g/a@3 test direct'],
  ],
  ['an Ant build without dependencies', '<project><target name="x"/></project>', []],
  ['nothing', '', [], ['could not be read']],
  ['another file', '<html/>', []],
];

describe('maven-ivy', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-ivy', text, lines, problems));
  it('gives lines', () => {
    const text = '<ivy-module>\n<dependencies>\n<dependency org="a" name="b"/>\n</dependencies></ivy-module>';
    expect(readText('maven-ivy', text).findings).toMatchObject([{ line: 3, version: '' }]);
  });
});
