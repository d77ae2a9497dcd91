import { expect, it } from 'vitest';
import { DEFAULT_SCAN_PROFILE_SETTINGS, derivationSettingsOf, scanProfileSettingsOf } from './scan-profile.ts';

it('fills in defaults', () => {
  expect(scanProfileSettingsOf({})).toEqual(DEFAULT_SCAN_PROFILE_SETTINGS);
  expect(scanProfileSettingsOf({ exactMatches: false })).toEqual({
    ...DEFAULT_SCAN_PROFILE_SETTINGS,
    exactMatches: false,
  });
});

it.each([
  [{}, 'all', true],
  [{ dependencySupport: 'NONE' }, 'none', true],
  [{ dependencySupport: 'FIRST_LEVEL', reportNonRuntimeDependencies: false }, 'first-level', false],
])('%j means %s dependencies', (stored, dependencies, includesNonRuntime) =>
  expect(derivationSettingsOf(scanProfileSettingsOf(stored))).toEqual({
    dependencies,
    includesNonRuntime,
    tiesRelatedFiles: true,
  }),
);

it('adds related files unless a profile says otherwise', () =>
  expect(derivationSettingsOf(scanProfileSettingsOf({ addRelatedFiles: false })).tiesRelatedFiles).toBe(false));
