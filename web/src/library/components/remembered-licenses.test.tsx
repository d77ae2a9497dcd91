// @vitest-environment happy-dom
// The licenses that people remembered for versions of a component.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { RememberedLicenses } from './remembered-licenses.tsx';

let stage: Stage;
afterEach(() => stage.close());

it('says who remembered which license, and why', async () => {
  const row = {
    ...{
      versionId: 3,
      versionName: '1.2.0',
      licenseId: 8,
      shortName: 'MIT',
      licenseName: 'MIT License',
      author: 'anna',
    },
    ...{ rememberedOn: '2026-11-29 04:00:00', ground: { words: 'The file LICENSE says so', concluded: 'Apache-2.0' } },
  };
  stage = await startStage({ 'GET /components/4/rememberedLicenses': { body: { data: [row] }, total: 1 } });
  stage.show(<RememberedLicenses componentId={4} />);
  expect(await screen.findByText('1 remembered license')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'MIT' })).toBeTruthy();
  expect(screen.getByText('The file LICENSE says so')).toBeTruthy();
  expect(screen.getByText('Apache-2.0')).toBeTruthy();
});
