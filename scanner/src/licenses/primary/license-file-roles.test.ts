// The lists of license-file-names.yaml: each word proves itself by the name of a file.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import {
  FILE_NAMES,
  isBuildTool,
  isChangelog,
  isLicenseFileName,
  isPartList,
  isQuestions,
  isReadme,
  LICENSE_FOLDER,
  licensedFolder,
  licenseFileRole,
  licenseFileRoleAt,
  mayHoldTextInSource,
  REFERRED_NAME,
} from './license-file-roles.ts';

const hasRole = (name: string, role: string): boolean => {
  if (role === 'readme') return isReadme(name);
  if (role === 'questions') return isQuestions(name);
  if (role === 'folder') return LICENSE_FOLDER.test(name);
  if (role === 'metadata') return licensedFolder(`oak/${name}LICENSE`) === 'oak';
  if (role === 'source') return mayHoldTextInSource(name);
  if (role === 'referred') return new RegExp(`^${REFERRED_NAME}$`, 'i').test(name);
  if (name.includes('/')) return licenseFileRoleAt(name, false) === role;
  if (role === 'agreement') return isLicenseFileName(name);
  if (role === 'changelog') return isChangelog(name);
  if (role === 'parts') return isPartList(name);
  if (role === 'tool') return isBuildTool(name);
  if (role === 'holders') return licenseFileRole(name) === 'license' && !isLicenseFileName(name);
  return licenseFileRole(name) === role;
};

it('license-file-names.yaml follows its schema', () => {
  const schema = JSON.parse(readFileSync(new URL('./license-file-names.schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020({ allErrors: true }).compile(schema);
  validate(FILE_NAMES);
  expect(validate.errors).toBeNull();
  validate({ licenses: { ...FILE_NAMES.licenses, word: [] } });
  expect(validate.errors?.map(({ keyword }) => keyword)).toEqual(['additionalProperties']);
});

const WORDS = Object.entries(FILE_NAMES).flatMap(([list, { name, role, words }]) =>
  words.map((word) => [list, name.replace('{}', word), role] as const),
);
it.each(WORDS)('%s: %s is %s, in any case', (_, name, role) => {
  expect(hasRole(name, role)).toBe(true);
  expect(hasRole(name.toUpperCase(), role)).toBe(true);
});

it.each(Object.entries(FILE_NAMES))('%s: a word that is not listed does not have the role', (_, { name, role }) => {
  expect(hasRole(name.replace('{}', 'qxz'), role)).toBe(false);
});

it.each([
  ['THIRD_PARTY_LICENSES.txt', 'aside'],
  ['thirdparty-license', 'aside'],
  ['NOTICE.bin', 'aside'],
  ['notices-third-party.md', 'aside'],
  ['PATENTS', 'aside'],
  ['docs.ts', 'none'],
  ['third-party.c', 'none'],
  ['LICENSE-MIT', 'text'],
  ['EULA.html', 'text'],
  ['SDK_LICENSE_AGREEMENT.txt', 'text'],
  ['eulalia.txt', 'none'],
  ['COPYING3', 'text'],
  ['apache-license-v2', 'none'],
  ['mit', 'none'],
] as const)('%s is %s', (name, role) => expect(licenseFileRole(name)).toBe(role));

it.each([
  ['MIT-LICENSE.txt', 'text', ''],
  ['mit.license', 'text', ''],
  ['LICENSES/MIT.txt', 'text', ''],
  ['a/LICENSES/GPL-2.0-only.txt', 'text', 'a'],
  ['a/LICENSES/README.md', 'none', 'a'],
  ['a/licenses/generate.py', 'none', 'a'],
  ['a/legal/LICENSE', 'license', 'a'],
  ['a/legal/oak.txt', 'none', 'a'],
  ['a/META-INF/LICENSE', 'license', 'a'],
  ['a/META-INF/licenses/oak.txt', 'text', 'a'],
  ['a/licensesof/oak.txt', 'none', 'a/licensesof'],
] as const)('%s is %s of the folder "%s"', (path, role, folder) => {
  expect(licenseFileRoleAt(path, path.endsWith('.py'))).toBe(role);
  expect(licensedFolder(path)).toBe(folder);
});

it.each([
  ['CHANGELOG', true],
  ['changelog.Debian.gz', true],
  ['NEWS.Debian', true],
  ['CHANGES.md', true],
  ['CHANGELOG-2.x.md', true],
  ['changes.js', false],
  ['newsletter.txt', false],
  ['LICENSE', false],
])('%s lists changes: %s', (name, expected) => expect(isChangelog(name)).toBe(expected));
