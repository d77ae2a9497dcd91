// @vitest-environment happy-dom
// The receipt of an SBOM: remarks that cannot be loaded do not look like none.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ImportedSbom } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { SbomReceipt } from './sbom-receipt.tsx';

let stage: Stage;
afterEach(() => stage.close());

const counts = { elements: 1, made: 1, joined: 0, same: 0, leftOut: 0, gone: 0, added: 1, changed: 0, unchanged: 0 };
const sbom = (issues: number) =>
  ({
    ...{ id: 5, format: 'CycloneDX', specVersion: '1.6', encoding: 'JSON', serial: '', tools: [], others: [] },
    ...{ previousId: 0, counts: { ...counts, issues } },
  }) as unknown as ImportedSbom;
const ELEMENTS = { 'GET /projects/3/sboms/5/elements': { body: { data: [] }, total: 0 } };
const remark = { code: 'left-out', place: 'components[0]', message: 'It was left out.' };

it('shows the remarks', async () => {
  stage = await startStage({ ...ELEMENTS, 'GET /projects/3/sboms/5/issues': { body: { data: [remark] }, total: 1 } });
  stage.show(<SbomReceipt projectId={3} sbom={sbom(1)} />);
  await screen.findByText(/It was left out/);
});

it('says that they could not be loaded', async () => {
  const refused = { status: 403, body: { errors: [{ message: 'You may not see it.' }] } };
  stage = await startStage({ ...ELEMENTS, 'GET /projects/3/sboms/5/issues': refused });
  stage.show(<SbomReceipt projectId={3} sbom={sbom(1)} />);
  await screen.findByText('The remarks could not be loaded');
});

it('asks for none where there are none', async () => {
  stage = await startStage(ELEMENTS);
  stage.show(<SbomReceipt projectId={3} sbom={sbom(0)} />);
  await screen.findByText('There are none.');
  expect(screen.queryByText(/remark/)).toBeNull();
});
