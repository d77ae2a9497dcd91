// @vitest-environment happy-dom
// All decisions: what was decided, by whom, whether it holds, and the filter that the server gets.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { DecisionsList } from './decisions-list.tsx';
import { subjectText, valueText } from './words.ts';

let stage: Stage;
afterEach(() => stage?.close());

it('asks for the decisions of an author', async () => {
  stage = await startStage({ 'GET /projects/3/decisions': { body: { data: [] }, total: 0 } });
  stage.show(<DecisionsList projectId={3} />);
  await screen.findByText('Nobody has decided anything yet.');
  await stage.user.type(screen.getByLabelText('By (login)'), 'ada');
  await screen.findByText('No decision matches the filter.');
  await waitFor(() => expect(stage.calls.at(-1)?.what).toMatch(/\/projects\/3\/decisions\?.*author=ada/));
});

it.each([
  [{ advisory: 'CVE-2020-1', component: 'pkg:npm/a', version: '1' }, 'CVE-2020-1, pkg:npm/a 1'],
  [{ path: 'src/a.c', sha256: 'x' }, 'src/a.c'],
  [{ finding: 'pkg:npm/a@1' }, 'pkg:npm/a@1'],
])('%j is about "%s"', (subject, text) => {
  expect(subjectText({ subject: subject as unknown as Record<string, string> })).toBe(text);
});

it('tells the value in words', () => {
  const value = { status: 'APPROVED' };
  expect(valueText({ subject: {}, value } as unknown as Parameters<typeof valueText>[0])).toBe('Status: Approved');
});
