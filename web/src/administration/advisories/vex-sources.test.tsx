// @vitest-environment happy-dom
// Sources of VEX: switched off and removed after a confirmation, a document is sent and its outcome shown, and conflicts with people are listed.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { VexSources } from './vex-sources.tsx';

let stage: Stage;
afterEach(() => stage.close());

const source = {
  name: 'house',
  location: '',
  isEnabled: true,
  suppresses: true,
  documents: 1,
  statements: 3,
  decidedVersions: 2,
  updatedOn: null,
  lastError: '',
  failedOn: null,
  signatures: '',
};
const settled = { body: { data: { decided: 0, ended: 2 } } };

it('switches a source off, and removes it only after a confirmation', async () => {
  stage = await startStage({
    'GET /advisories/vex': { body: { data: [source] } },
    'PUT /advisories/vex/house': settled,
    'DELETE /advisories/vex/house': settled,
  });
  stage.show(<VexSources />);
  await screen.findByText(/1 document · 3 statements · decides about 2 vulnerabilities/);
  await stage.user.click(screen.getByRole('switch', { name: /^house/ }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  await stage.user.click(screen.getByRole('button', { name: 'Remove house' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Everything that it decided is open again/);
  await stage.user.click(within(dialog).getByRole('button', { name: 'Remove source' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(2));
  expect(stage.changes().map(({ what, body }) => [what, body])).toEqual([
    ['PUT /advisories/vex/house', { isEnabled: false }],
    ['DELETE /advisories/vex/house', undefined],
  ]);
});

it('sends a document and shows what it decided', async () => {
  const imported = {
    change: 'OLDER',
    document: 'https://example.org/vex/1',
    format: 'OpenVEX',
    supplier: 'Example House',
    statements: 3,
    leftOut: 1,
    decided: 0,
    ended: 0,
    issues: [{ path: 'statements[2]', message: 'The statement at statements[2] was left out.' }],
    issueCount: 4,
  };
  stage = await startStage({
    'GET /advisories/vex': { body: { data: [] } },
    'POST /advisories/vex/house/documents': { body: { data: imported } },
  });
  const { container } = stage.show(<VexSources />);
  await screen.findByText(/No source yet/);
  await stage.user.type(screen.getByRole('textbox', { name: 'Name of the source' }), 'house');
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!;
  await stage.user.upload(input, new File(['{}'], 'shop.vex.json'));
  await stage.user.click(screen.getByRole('button', { name: 'Import' }));
  const outcome = await screen.findByRole('status');
  within(outcome).getByText(/is older than the revision in use, which stays: 3 statements, 0 new decisions/);
  within(outcome).getByText(/1 statement cannot decide/);
  within(outcome).getByText('3 more issues are not listed.');
});

it('lists what people have decided otherwise, and the rest of what it decides', async () => {
  const decision = {
    projectId: 7,
    projectName: 'Shop',
    inventoryId: 70,
    inventoryName: 'lodash 4.17.4',
    purl: 'pkg:npm/lodash@4.17.4',
    vulnerabilityName: 'CVE-2026-1',
    state: 'NOT_AFFECTED',
    justification: '',
    response: '',
    detail: '',
    suppressed: false,
    document: 'https://example.org/vex/1',
    place: 'statements[0]',
    statedOn: null,
    effect: 'OVERRULED',
    ownState: 'EXPLOITABLE',
    ownAuthor: 'ada',
  };
  const paged = (rows: object[]) => ({ body: { data: rows }, total: rows.length });
  stage = await startStage({
    'GET /advisories/vex': { body: { data: [source] } },
    'GET /advisories/vex/house/documents': paged([]),
    'GET /advisories/vex/house/decisions': ({ what }) => paged(what.includes('effect=OVERRULED') ? [decision] : []),
  });
  stage.show(<VexSources />);
  await stage.user.click(await screen.findByRole('button', { name: 'Details' }));
  const conflicts = await screen.findByRole('region', { name: 'People have decided otherwise, and that counts' });
  expect(conflicts.textContent).toContain(
    'CVE-2026-1 in lodash 4.17.4 of Shop: not affected. ada decided: exploitable',
  );
});
