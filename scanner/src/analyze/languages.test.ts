import { describe, expect, it } from 'vitest';
import { settleLanguage } from './ambiguous.ts';
import { analysisHint, type Hint, readHint } from './hint.ts';
import { LANGUAGES } from './language-table.ts';
import { languageOfPath, languageOfShebang } from './languages.ts';

describe('languageOfPath', () => {
  it.each([
    ['src/main.c', 'C'],
    ['include/x.hpp', 'C++'],
    ['a/b/Main.java', 'Java'],
    ['App.TSX', 'TSX'],
    ['lib/index.d.ts', 'TypeScript'],
    ['Makefile', 'Makefile'],
    ['sub/Makefile.linux', 'Makefile'],
    ['Dockerfile.arm64', 'Dockerfile'],
    ['CMakeLists.txt', 'CMake'],
    ['config.h.in', 'C'],
    ['Makefile.in', 'Makefile'],
    ['script.ps1', 'PowerShell'],
    ['build.gradle.kts', 'Kotlin'],
    ['Cargo.lock', 'TOML'],
    ['yarn.lock', 'YAML'],
    ['man/tool.1', 'Roff'],
    ['build.log', undefined],
    ['README', undefined],
    ['notes.txt', undefined],
    ['.hidden', undefined],
    ['', undefined],
    ['dir.c/file', undefined],
  ])('%s is %s', (path, name) => {
    expect(languageOfPath(path)?.name).toBe(name);
  });

  it('knows at least sixty languages, each name once', () => {
    const names = LANGUAGES.map((language) => language.name);
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('languageOfShebang', () => {
  it.each([
    ['#!/bin/sh\n', 'Shell'],
    ['#!/usr/bin/env python3.11 -u\n', 'Python'],
    ['#! /usr/bin/perl -w', 'Perl'],
    ['#!/usr/bin/env -S node --no-warnings\n', 'JavaScript'],
    ['#!/usr/bin/env A=1 ruby\n', 'Ruby'],
    ['#!/opt/unheard-of\n', undefined],
    ['#!\n', undefined],
    ['# comment', undefined],
  ])('%j is %s', (head, name) => {
    expect(languageOfShebang(head)?.name).toBe(name);
  });
});

describe('settleLanguage', () => {
  it.each([
    ['C', '#include <stdio.h>\nint f(void);\n', 'C'],
    ['C', '#pragma once\nnamespace a {\nclass B {\n};\n}\n', 'C++'],
    ['C', '#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n', 'Objective-C'],
    ['Objective-C', 'function y = f(x)\n% comment\nend\n', 'MATLAB'],
    ['TypeScript', '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS/>', 'XML'],
    ['PHP', '<html><?php echo 1; ?>', 'PHP'],
    ['PHP', '#define X 1\n', 'C++'],
    ['PHP', 'just words', undefined],
    ['PHP', '<!DOCTYPE HTML>\n<html>', 'HTML'],
    ['TypeScript', '<!-- from afar -->\n<!DOCTYPE TS><TS>', 'XML'],
    ['TeX', '\\ProvidesClass{acorn}', 'TeX'],
    ['TeX', 'Attribute VB_Name = "Oak"\n', 'Visual Basic .NET'],
    ['TeX', 'public class Oak {\n}\n', undefined],
    ['Prolog', 'oak(X) :- elm(X).', 'Prolog'],
    ['Prolog', '-keep class org.acorn.**', undefined],
    ['Puppet', "file { '/etc/oak': ensure => present }", 'Puppet'],
    ['Puppet', 'program Oak;\nbegin\nend.', 'Pascal'],
    ['Scheme', '(define oak 1)', 'Scheme'],
    ['Scheme', 'oak:\n  pkg.installed\n', undefined],
    ['Roff', '.TH LS 1\n', 'Roff'],
    ['Roff', 'version three\n', undefined],
    ['JSON', '  {"a": 1}', 'JSON'],
    ['JSON', 'window.x = 1', undefined],
    ['', '#!/bin/bash\necho\n', 'Shell'],
    ['', 'plain words', undefined],
    ['No Such Language', 'x', undefined],
  ])('%s with %j is %s', (hinted, text, name) => {
    expect(settleLanguage(hinted, Buffer.from(text))?.name).toBe(name);
  });
});

describe('analysisHint', () => {
  it('depends only on the language and manifest format of the name', () => {
    expect(analysisHint('a/b/x.py')).toBe(analysisHint('other/y.py'));
    expect(analysisHint('x.py')).toBe('Python+pypi-script');
    expect(analysisHint('x.c')).toBe('C');
    expect(analysisHint('x.unknown')).toBe('');
  });

  it('names the manifest format that claims the path', () => {
    expect(analysisHint('a/package.json')).toMatch(/^JSON\+./);
  });

  it.each<[string, Partial<Hint>]>([
    ['C++', { language: 'C++' }],
    ['C+++conan', { language: 'C++', manifest: 'conan' }],
    ['JSON+npm-package-json', { language: 'JSON', manifest: 'npm-package-json' }],
    ['+pypi-requirements', { manifest: 'pypi-requirements' }],
    ['', {}],
    ['Markdown@', { language: 'Markdown', isAuthorsFile: true }],
    ['Markdown!', { language: 'Markdown', isLicenseFile: true, listOfParts: 'list' }],
    ['Text&', { language: 'Text', listOfParts: 'list' }],
    ['%', { listOfParts: 'readme' }],
    ['+pypi-requirements~', { manifest: 'pypi-requirements', isNamed: true }],
    ['!', { isLicenseFile: true, listOfParts: 'list' }],
  ])('%s is read as %j', (hint, parts) => {
    const nothing = { language: '', manifest: '', isNamed: false, isLicenseFile: false, isAuthorsFile: false };
    expect(readHint(hint)).toEqual({ ...nothing, listOfParts: '', ...parts });
  });
});
