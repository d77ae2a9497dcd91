import { describe, expect, it } from 'vitest';
import { readText } from '../../../../test/manifests/manifest-check.ts';
import { manifestNameFor } from '../../index.ts';

const versionOf = (text: string) => {
  const { findings, problems } = readText('project-version', text);
  expect(problems).toEqual([]);
  const project = findings[0]?.defines?.project;
  return project === undefined ? '' : `${project.version} in line ${project.line}`;
};

describe('project-version', () => {
  it.each([
    ['AC_PREREQ(2.59)\nAC_INIT([libfoo], [1.2.3], [bugs@example.org])\n', '1.2.3 in line 2'],
    ['AC_INIT(libfoo, 1.2.3)', '1.2.3 in line 1'],
    ['AC_INIT([yaml], [YAML_MAJOR.YAML_MINOR], [BUGS])', ''],
    ['AC_INIT([Makefile.in])', ''],
    ["project('foo', 'c',\n  version : '0.9.1',\n  license: 'MIT')", '0.9.1 in line 2'],
    ["project('foo', 'c', version: files('VERSION'))", ''],
    ['#ifndef A_H\n#define A_H\n#define A_VERSION "2.10.0"\n', '2.10.0 in line 3'],
    ['#define A_H\n#define A_VERSION_STRING "2.10" /* text */\n', '2.10 in line 2'],
    ['#define RAW_MAJOR_VERSION 0\n#define RAW_MINOR_VERSION 21\n#define RAW_PATCH_VERSION 1\n', '0.21.1 in line 1'],
    ['#define A_H\n\n#define A_VERSION_MAJOR 3\n#define A_VERSION_MINOR 4\n', '3.4 in line 3'],
    ['#define A_VERSION A_MAKE(1, 2)\n#define A_MAJOR 3\n', ''],
    ['#define A_MIN_VERSION_OF_B 1\n#define A_VERSION 3\n', ''],
    ['1.4.5\n', '1.4.5 in line 1'],
    ['\n# Foo 1.4.5\n\nFoo does things.', '1.4.5 in line 2'],
    ['libexpat, a parser\nRelease 2.5.0', ''],
    ['Foo, version 2.5.0, needs bar 1.2.', ''],
    ['# foo', ''],
    ['', ''],
  ])('%j', (text, expected) => expect(versionOf(text)).toBe(expected));

  it.each([
    ['third_party/foo/configure.ac', 'project-version'],
    ['third_party/foo/include/foo.h', 'project-version'],
    ['third_party/libyaml/include/yaml.h', 'project-version'],
    ['third_party/foo/src/foo_version.h', 'project-version'],
    ['third_party/foo/src/other.h', undefined],
    ['third_party/README.md', 'third-party-readme'],
    ['configure.ac', undefined],
    ['src/foo/foo.h', undefined],
    ['src/version.h', undefined],
  ])('%s', (path, member) => expect(manifestNameFor(path)).toBe(member));
});
