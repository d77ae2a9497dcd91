// @vitest-environment happy-dom
// Many alerts are changed after a preview, which names those that stay.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { ChangeOfAlertsForm } from './change-of-alerts.tsx';

let stage: Stage;
afterEach(() => stage.close());

const outcome = (id: number, name: string) => ({
  id,
  projectName: 'Shop',
  vulnerabilityName: 'CVE-2026-1',
  inventoryName: '',
  filePath: `${id}.js`,
  outcome: name,
});
const answer = (changed: number) => ({
  body: {
    data: {
      changed,
      same: 0,
      notAllowed: 1,
      missing: 1,
      leftOff: 0,
      changes: [outcome(1, 'CHANGED'), outcome(2, 'NOT_ALLOWED')],
    },
  },
});

it('previews the changes, and makes them on confirmation', async () => {
  stage = await startStage({ 'POST /vulnerabilityAlerts/changes': answer(1) });
  let isDone = false;
  stage.show(
    <ChangeOfAlertsForm
      alertIds={[1, 2, 3]}
      onDone={() => {
        isDone = true;
      }}
    />,
  );
  await stage.user.click(await screen.findByRole('button', { name: 'Show what changes' }));
  expect(await screen.findByText('1 alert will change')).toBeTruthy();
  expect(screen.getByText(/1\.js of Shop: changes/)).toBeTruthy();
  expect(screen.getByText(/2\.js of Shop: stays unchanged, because you may not change it/)).toBeTruthy();
  expect(screen.getByText('Not found: 1 alert')).toBeTruthy();
  expect(isDone).toBe(false);
  await waitFor(() => expect(stage.isQuiet()).toBe(true));
  await stage.user.click(screen.getByRole('button', { name: 'Change 1' }));
  await waitFor(() => expect(isDone).toBe(true));
  expect(stage.changes().map(({ body }) => body)).toEqual([
    { alertIds: [1, 2, 3], isOpen: false, previewOnly: true },
    { alertIds: [1, 2, 3], isOpen: false, previewOnly: false },
  ]);
});

it('offers no change if nothing would change', async () => {
  stage = await startStage({ 'POST /vulnerabilityAlerts/changes': answer(0) });
  stage.show(<ChangeOfAlertsForm alertIds={[2]} onDone={() => undefined} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Show what changes' }));
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Change 0' })).disabled).toBe(true);
});
