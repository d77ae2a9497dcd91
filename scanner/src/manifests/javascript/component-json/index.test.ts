import { expect, it } from 'vitest';
import { readManifest } from '../../index.ts';

it.each<[string, string, object[]]>([
  ['a license', '{"name":"slugg","repo":"a/slugg","license":"BSD"}', [{ name: 'slugg', license: 'BSD' }]],
  ['a list', '{"name":"a","licenses":[{"type":"MIT"},"ISC"]}', [{ name: 'a', license: 'MIT OR ISC' }]],
  ['no license', '{"name":"a","version":"1.0.0"}', []],
  ['the file of another tool', '{"component":true,"usingComponents":{}}', []],
  ['a list of another tool', '[1]', []],
  ['no JSON', '<x>', []],
  ['nothing', '', []],
])('%s', (_, text, expected) => {
  const { findings, issues } = readManifest('component-json', Buffer.from(text));
  expect(issues).toEqual([]);
  expect(findings.map(({ role, defines }) => [role, defines?.licensed])).toEqual(
    expected.map((licensed) => ['defines', licensed]),
  );
});
