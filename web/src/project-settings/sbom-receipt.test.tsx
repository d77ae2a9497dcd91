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

const FILLING = {
  ...{ sources: ['the inventory of shop'], filledCount: 1, isSignatureLeftOut: false },
  counts: [{ field: 'licenses', count: 1 }],
  filled: [{ place: 'components[0]', component: 'a 1', field: 'licenses', source: 'the inventory of shop' }],
  scores: [{ standard: 'NTIA 2021', before: 40, after: 60 }],
};

it('fills in on request, and tells the scores and each field with its source', async () => {
  stage = await startStage({ ...ELEMENTS, 'GET /projects/3/sboms/5/filling': { body: { data: FILLING } } });
  stage.show(<SbomReceipt projectId={3} sbom={sbom(0)} />);
  (await screen.findByRole('button', { name: 'Fill in what Assay knows' })).click();
  await screen.findByText(/NTIA 2021: 40 before, 60 after/);
  expect(screen.getByText('the inventory of shop')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Download the filled copy' }).getAttribute('href')).toContain(
    '/projects/3/sboms/5/filled',
  );
});

it('says that nothing was found, and why it could not be filled in', async () => {
  const nothing = { ...FILLING, filledCount: 0, filled: [], counts: [] };
  stage = await startStage({ ...ELEMENTS, 'GET /projects/3/sboms/5/filling': { body: { data: nothing } } });
  stage.show(<SbomReceipt projectId={3} sbom={sbom(0)} />);
  (await screen.findByRole('button', { name: 'Fill in what Assay knows' })).click();
  await screen.findByText(/Nothing to fill in/);
  await stage.close();
  const refused = {
    status: 400,
    body: { errors: [{ message: 'Only documents of CycloneDX and SPDX are filled in.' }] },
  };
  stage = await startStage({ ...ELEMENTS, 'GET /projects/3/sboms/5/filling': refused });
  stage.show(<SbomReceipt projectId={3} sbom={sbom(0)} />);
  (await screen.findByRole('button', { name: 'Fill in what Assay knows' })).click();
  await screen.findByText('Only documents of CycloneDX and SPDX are filled in.');
});
