// @vitest-environment happy-dom
// Licenses that a file only mentions stand apart from those that it states, with their role and sentence.
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { FileDetails } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { LicenseSections } from './evidence-panel.tsx';

let stage: Stage;
afterEach(() => stage?.close());

const match = (expression: string, startLine: number, more: Partial<FileDetails['licenses'][number]>) => ({
  ...{ expression, startLine, endLine: startLine, score: 100, coverage: 100, rule: 'a/rule', kind: 'reference' },
  ...more,
});

const LICENSES = [
  match('GPL-3.0-only', 1, {
    kind: 'mention',
    role: 'other-work',
    score: 40,
    sentence: 'Unlike foo, which is GPL-3.0.',
  }),
  match('MIT', 2, {}),
  match('AGPL-3.0-only', 3, { kind: 'mention', score: 40 }),
] as FileDetails['licenses'];

it('shows what a file states, and apart from it what it only mentions, with role and sentence', async () => {
  stage = await startStage({});
  const gone: number[] = [];
  stage.show(<LicenseSections licenses={LICENSES} onGoTo={(line) => gone.push(line)} />);
  const title = await screen.findByText(/Licenses only mentioned/);
  const section = title.closest('section') ?? title.parentElement?.parentElement;
  const mentioned = within(section as HTMLElement);
  expect(mentioned.getByText('GPL-3.0-only')).toBeTruthy();
  expect(mentioned.getByText('AGPL-3.0-only')).toBeTruthy();
  expect(mentioned.queryByText('MIT')).toBeNull();
  expect(section?.textContent).toContain('mentioned: other work — Unlike foo, which is GPL-3.0.');
  await stage.user.click(mentioned.getByText('GPL-3.0-only'));
  expect(gone).toEqual([1]);
});
