// @vitest-environment happy-dom
// The licenses of a file: mentions stand apart from what it states, the same statement in many places is one entry, and its words are compared with the
// text of the license.
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { FileDetails } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { LicenseSections } from './evidence-panel.tsx';

let stage: Stage;
afterEach(() => stage?.close());

const match = (expression: string, startLine: number, more: Partial<FileDetails['licenses'][number]>) => ({
  ...{
    expression,
    startLine,
    endLine: startLine,
    score: 100,
    coverage: 100,
    rule: 'a/rule',
    kind: 'reference',
    why: 'words that name the license',
  },
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

const fileWith = (licenses: FileDetails['licenses']) => ({ fileId: 9, remote: false, licenses });

it('shows what a file states, and apart from it what it only mentions, with role and sentence', async () => {
  stage = await startStage({});
  const gone: number[] = [];
  stage.show(<LicenseSections file={fileWith(LICENSES)} onGoTo={(line) => gone.push(line)} />);
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

it('lists the places of a statement under one entry', async () => {
  stage = await startStage({});
  const gone: number[] = [];
  const licenses = Array.from({ length: 20 }, (_, at) => match('MIT', at + 1, {})) as FileDetails['licenses'];
  stage.show(<LicenseSections file={fileWith(licenses)} onGoTo={(line) => gone.push(line)} />);
  expect(await screen.findAllByText('MIT')).toHaveLength(1);
  expect(screen.getByText('20 places, first in line 1')).toBeTruthy();
  await stage.user.click(screen.getByRole('button', { name: 'line 3' }));
  await stage.user.click(screen.getByRole('button', { name: '11 more' }));
  await stage.user.click(screen.getByRole('button', { name: 'line 20' }));
  expect(gone).toEqual([3, 20]);
});

it('shows the words of a match that are not in the text of the license, and why it matches', async () => {
  stage = await startStage({
    'GET /files/9/content': ({ what }) => {
      const { searchParams } = new URL(what.slice(4), 'http://x');
      expect([searchParams.get('startLine'), searchParams.get('maxLines')]).toEqual(['4', '3']);
      const text = '// You may use, copy and\n// sell this for good\n// purposes only.';
      return {
        body: { data: { startLine: 4, lineCount: 9, text, isBinary: false, encoding: 'utf-8', isTruncated: false } },
      };
    },
    'GET /licenses/X11': () => ({ body: { data: { text: 'You may use, copy and sell this for all purposes only.' } } }),
  });
  const licenses = [match('X11', 4, { endLine: 6, score: 99.9 })] as FileDetails['licenses'];
  stage.show(<LicenseSections file={fileWith(licenses)} onGoTo={() => undefined} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Compare the words with the text of X11' }));
  await screen.findByText('1 of 11 words here is not in the text of X11; 1 word of it is not here.');
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marked).toEqual(['good', 'all']);
  expect(screen.getByText(/^Words that name the license\. Score 99\.9/)).toBeTruthy();
});
