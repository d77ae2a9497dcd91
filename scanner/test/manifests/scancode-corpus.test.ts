// Compares manifests with the expectations of scancode-toolkit, if its test data is beside the repository. Our deviations
// are listed with their reasons (scancode-deviations.yaml); everything else must agree.
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareAll, deviations, folders, SCANCODE_CORPUS } from './scancode-corpus.ts';
import { differencesOf, silentKinds } from './scancode-differences.ts';

const isThere = existsSync(SCANCODE_CORPUS);

describe.runIf(isThere)('manifests as scancode reads them', () => {
  const compared = isThere ? compareAll() : [];
  const silent = silentKinds(compared);
  const differences = compared.map((one) => ({
    path: one.path,
    ...differencesOf(one, silent.get(one.member) ?? new Set()),
  }));

  it.each(Object.entries(folders))('%s: at least %d manifests', (folder, atLeast) => {
    expect(compared.filter(({ path }) => path.startsWith(`${folder}/`)).length).toBeGreaterThanOrEqual(atLeast);
  });

  it.each(
    [...Map.groupBy(differences, ({ path }) => dirname(path).split('/')[0] ?? '')].filter(([folder]) => folder !== ''),
  )('%s', (_, some) => {
    const lines = some.flatMap(({ path, missing, more }) => [
      ...missing.map((line) => `${path}: - ${line}`),
      ...more.map((line) => `${path}: + ${line}`),
    ]);
    expect(lines).toEqual([]);
  });

  it('every deviation has a reason and still occurs', () => {
    const used = new Set(differences.flatMap(({ hidden }) => [...hidden.keys()]));
    expect(deviations.filter((rule) => rule.why === '' || !used.has(rule))).toEqual([]);
  });
});

it.skipIf(!isThere)('the corpus of scancode-toolkit is beside the repository (otherwise nothing was compared)', () => {
  expect(readdirSync(SCANCODE_CORPUS)).not.toEqual([]);
});
