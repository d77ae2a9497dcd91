// @vitest-environment happy-dom
// What is open or affects the product is not suppressed by default, and the form can be sent by a key.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { AnalysisOfManyForm } from './analysis-of-many.tsx';

let stage: Stage;
afterEach(() => stage.close());

it.each([
  ['In triage', false],
  ['Exploitable', false],
  ['Resolved', true],
])('%s: suppressed %s', async (state, isSuppressed) => {
  stage = await startStage({
    'POST /projects/3/vulnerabilityAnalyses': { body: { data: { total: 1, leftOff: 0, changes: [] } } },
  });
  stage.show(<AnalysisOfManyForm projectId={3} vulnerabilityNames={['CVE-2026-1']} onDone={() => undefined} />);
  fireEvent.click(await screen.findByRole('combobox', { name: 'State' }));
  fireEvent.click(await screen.findByRole('option', { name: state, hidden: true }));
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Suppress it/ });
  await waitFor(() => expect(box().checked).toBe(isSuppressed));
  const explanation = screen.getByRole('textbox', { name: /^Explanation/ });
  fireEvent.change(explanation, { target: { value: 'Somebody looks at it' } });
  fireEvent.keyDown(explanation, { key: 'Enter', ctrlKey: true });
  expect(await screen.findByRole('button', { name: 'Decide about 1' })).toBeTruthy();
});
