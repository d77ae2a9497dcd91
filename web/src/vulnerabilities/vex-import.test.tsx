// @vitest-environment happy-dom
// A VEX document is imported after a preview, which names what applies, what stays and what could not be read.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { VexImportForm } from './vex-import.tsx';

let stage: Stage;
afterEach(() => stage.close());

const change = (inventoryId: number, name: string) => ({
  ...{ inventoryId, inventoryName: `part ${inventoryId}`, vulnerabilityName: 'CVE-2026-1', severity: 'HIGH' },
  ...{ wasSuppressed: false, stateBefore: '', state: 'NOT_AFFECTED', change: name },
});

it('previews the changes, and imports on confirmation', async () => {
  const data = {
    ...{
      format: 'OpenVEX',
      document: 'x',
      supplier: 'Example House',
      statements: 4,
      unmatched: 2,
      total: 2,
      decided: 1,
    },
    ...{ leftOff: 0, changes: [change(1, 'NEW'), change(2, 'KEPT')] },
    issues: [{ path: 'statements[3]', message: 'The statement at statements[3] was left out.' }],
  };
  stage = await startStage({ 'POST /projects/3/vulnerabilityAnalyses/import': { body: { data } } });
  stage.show(<VexImportForm projectId={3} />);
  const file = new File(['{}'], 'vendor.openvex.json', { type: 'application/json' });
  await stage.user.upload(
    await waitFor(() => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (input === null) throw new Error('no input');
      return input;
    }),
    file,
  );
  await stage.user.click(screen.getByRole('button', { name: 'Show what changes' }));
  expect(await screen.findByText('1 analysis from 4 statements')).toBeTruthy();
  expect(screen.getByText(/OpenVEX of Example House; 2 statements about nothing in this project/)).toBeTruthy();
  expect(screen.getByText(/CVE-2026-1 in part 1, not affected: new/)).toBeTruthy();
  expect(screen.getByText(/in part 2, not affected: stays, because somebody has decided otherwise/)).toBeTruthy();
  expect(screen.getByText(/statements\[3\] was left out/)).toBeTruthy();
  await waitFor(() => expect(stage.isQuiet()).toBe(true));
  await stage.user.click(screen.getByRole('button', { name: 'Import 1' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(2));
});
