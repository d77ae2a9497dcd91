import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/manifests/manifest-check.ts';
import { firstOf } from '../items.ts';
import { manifestNameFor, readManifest } from '../manifests/index.ts';
import { namesFolders, withoutMissing } from './held-folders.ts';

function read(files: Record<string, string>) {
  return Object.entries(files).map(([path, text]) => ({
    path,
    packages: readManifest(manifestNameFor(path) ?? '', Buffer.from(text)).findings,
  }));
}

const entry = (name: string) => `## ${name}\n\n- Upstream: https://${name}.example\n- Version: 1.0\n- License: MIT\n\n`;
const LIST = { 'thirdparty/README.md': ['zlib', 'freetype', 'png', 'gone'].map(entry).join('') };

/** The purls that stay, and the issues. */
function check(files: Record<string, string>, folders: string[]) {
  const { files: kept, issues } = withoutMissing(read(files), folders);
  return {
    purls: kept.flatMap(({ packages }) => packages.map(({ purl }) => purl)),
    issues: issues.map(({ code, path, message }) => `${code} ${path}: ${message}`),
  };
}

it('an entry whose folder is missing makes no component', () =>
  expect(check(LIST, ['thirdparty/zlib/src', 'thirdparty/FreeType-2.13', 'thirdparty/libpng16'])).toEqual({
    purls: ['pkg:generic/zlib@1.0', 'pkg:generic/freetype@1.0', 'pkg:generic/libpng@1.0'],
    issues: [
      'bad-manifest thirdparty/README.md: Line 19: The folder "gone" of "gone" is not there; without its files, the entry makes no component.',
    ],
  }));

it('an entry gets the name that its folder has in the tree', () => {
  const files = {
    'COPYRIGHT.txt': `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: ./thirdparty/jpeg_coder/\nComment: jpeg-coder\nLicense: MIT\n`,
    ...LIST,
  };
  const { files: kept } = withoutMissing(read(files), ['thirdparty/jpeg-coder/src', 'thirdparty/FreeType-2.13']);
  expect(kept.flatMap(({ packages }) => packages.map(({ name, folder }) => [name, folder]))).toEqual([
    ['jpeg-coder', 'thirdparty/jpeg-coder'],
    ['freetype', 'FreeType-2.13'],
  ]);
});

it('without any folder no entry stays, except entries for the own folder, wraps and lists in archives', () => {
  expect(check(LIST, ['thirdparty']).purls).toEqual([]);
  const files = {
    'third_party/x/README.chromium': 'Name: a\nVersion: 1\n',
    'subprojects/b.wrap': '[wrap-file]\ndirectory = b-1.0\nsource_url = https://b.example/b-1.0.zip\n',
    'a.zip!/thirdparty/README.md': entry('c'),
  };
  expect(check(files, [])).toEqual({
    purls: ['pkg:generic/a@1', 'pkg:generic/b@1.0', 'pkg:generic/c@1.0'],
    issues: [],
  });
  expect(namesFolders(read(files))).toBe(false);
  expect(namesFolders(read(LIST))).toBe(true);
});

it('a file of a library exists if its folder does', () =>
  expect(
    check(
      { 'vendor/README.md': `## misc\n\n- \`fastlz.{c,h}\`\n  * Upstream: https://f.example\n  * Version: 1.0\n` },
      ['vendor/misc'],
    ).purls,
  ).toEqual(['pkg:generic/fastlz@1.0']));

const registered = (...components: object[]) =>
  JSON.stringify({ registrations: components.map((component) => ({ component })) });
const git = (name: string, commitHash = 'abcdef0123456789') => ({
  type: 'git',
  git: { repositoryUrl: `https://github.com/o/${name}`, commitHash },
});
const commit = 'abcdef0123456789';

describe('a list that names no folders', () => {
  it('means the outermost folder with the name of the entry; others make no component and are told', () => {
    const files = { 'src/cgmanifest.json': registered(git('better-parser'), git('Tiny.Lib-2'), git('elsewhere')) };
    const folders = ['src/z/better-parser', 'src/deps/libBetter_Parser-1.2/lib', 'src/ext/tinylib', 'elsewhere'];
    const { files: kept, issues } = withoutMissing(read(files), folders);
    expect(kept.flatMap(({ packages }) => packages.map(({ purl, folder }) => `${purl} ${folder}`))).toEqual([
      `pkg:github/o/better-parser@${commit} deps/libBetter_Parser-1.2`,
      `pkg:github/o/tiny.lib-2@${commit} ext/tinylib`,
    ]);
    expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'src/cgmanifest.json: No folder beside or below this list has the name of "elsewhere"; without its files, the entry makes no component.',
    ]);
  });

  it('means its own folder if that has the name', () => {
    const files = { 'deps/mimalloc/cgmanifest.json': registered(git('mimalloc'), git('7bit'), git('9p')) };
    const { files: kept } = withoutMissing(read(files), [
      'deps/mimalloc/src',
      'deps/mimalloc/3d',
      'deps/mimalloc/7bit',
    ]);
    expect(kept.flatMap(({ packages }) => packages.map(({ purl, folder }) => [purl, folder]))).toEqual([
      [`pkg:generic/mimalloc@${commit}`, ''],
      [`pkg:github/o/7bit@${commit}`, '7bit'],
    ]);
  });

  it('needs no folder where a recogniser found the files, and yields to a version in them', () => {
    const copy = (path: string, version: string) => ({
      path,
      packages: [
        {
          ...firstOf(firstOf(read({ 'a/README.chromium': 'Name: stb_image\n' })).packages),
          role: 'copies' as const,
          version,
        },
      ],
    });
    const list = read({
      'src/cgmanifest.json': registered({ type: 'other', other: { name: 'stb_image', version: '1.0' } }),
    });
    const kept = (...files: Parameters<typeof withoutMissing>[0]) =>
      withoutMissing([...list, ...files], ['src/include']).files[0]?.packages.length;
    expect(kept()).toBe(0);
    expect(kept(copy('src/include/image.h', ''))).toBe(1);
    expect(kept(copy('other/image.h', ''))).toBe(0);
    expect(kept(copy('src/include/image.h', ''), copy('src/include/image2.h', '2.30'))).toBe(0);
  });

  it('20,000 entries and 200,000 folders in seconds', () => {
    const start = cpuMs();
    const list = {
      'a/cgmanifest.json': registered(...Array.from({ length: 20_000 }, (_, i) => git(`n${'y'.repeat(i % 9)}`))),
    };
    const folders = Array.from({ length: 200_000 }, (_, i) => `a/${i}/b/n${'y'.repeat(i % 9)}`);
    expect(check(list, folders).purls).toHaveLength(20_000);
    expect(cpuMs() - start).toBeLessThan(20_000);
  });
});

it('20,000 entries and 200,000 folders in linear time', () => {
  const start = cpuMs();
  const list = {
    'thirdparty/README.md': Array.from({ length: 20_000 }, (_, i) => entry(`x${'y'.repeat(i % 50)}z${i}`)).join(''),
  };
  const folders = Array.from({ length: 200_000 }, (_, i) => `thirdparty/f${i}/g`);
  expect(check(list, folders).issues).toHaveLength(20_000);
  expect(cpuMs() - start).toBeLessThan(15_000);
});

it('headings below the heading of a folder name its parts, or folders in it', () => {
  const below = (name: string) => `#${entry(name)}`;
  const text = `## fonts\n\n${below('Noto Sans')}${below('hack')}${below('gone')}`;
  const { files, issues } = withoutMissing(read({ 'thirdparty/README.md': text }), ['thirdparty/Fonts/hack']);
  expect(files.flatMap(({ packages }) => packages.map(({ name, folder, within }) => [name, folder, within]))).toEqual([
    ['Noto-Sans', undefined, 'Fonts'],
    ['hack', 'Fonts/hack', 'fonts'],
  ]);
  expect(issues.map(({ message }) => message)).toEqual([
    'Line 15: The folder "gone" of "gone" is not there; without its files, the entry makes no component.',
  ]);
});
