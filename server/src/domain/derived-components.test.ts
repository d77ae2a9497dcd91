import { describe, expect, it } from 'vitest';
import { isLockfile } from './derived-components.ts';

describe('isLockfile', () => {
  it.each([
    ['package-lock.json', true],
    ['yarn.lock', true],
    ['go.sum', true],
    ['Gemfile.lock', true],
    ['gems.locked', true],
    ['composer.lock', true],
    ['src/packages.lock.json', true],
    ['obj/project.assets.json', true],
    ['bin/App.deps.json', true],
    ['Podfile.lock', true],
    ['Package.resolved', true],
    ['Cartfile.resolved', true],
    ['pubspec.lock', true],
    ['mix.lock', true],
    ['manifest.toml', true],
    ['Manifest.toml', true],
    ['Manifest-v1.11.toml', true],
    ['cabal.project.freeze', true],
    ['stack.yaml.lock', true],
    ['cpanfile.snapshot', true],
    ['renv.lock', true],
    ['dub.selections.json', true],
    ['package.json', false],
    ['Gemfile', false],
    ['Project.toml', false],
    ['app.csproj', false],
    ['block.ts', false],
  ])('%s: %s', (path, expected) => expect(isLockfile(path)).toBe(expected));
});
