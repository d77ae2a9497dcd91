// @vitest-environment happy-dom
// Which lines of a file are shown: the lines around the line in the address, if the file has that line.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { FileDetails } from '../api/models.ts';
import { WINDOW_LINES } from '../codebase/queries.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { FileText } from './file-view.tsx';

let stage: Stage;
afterEach(() => stage.close());

const file = { fileId: 9, size: 100, licenses: [], copyrights: [] } as unknown as FileDetails;

/** A file with this number of lines. The text of each line is its number. */
async function show(lineCount: number, line: number | undefined) {
  const lines = Array.from({ length: lineCount }, (_, at) => `line ${at + 1}`);
  stage = await startStage({
    'GET /files/9/content': ({ what }) => {
      const startLine = Number(new URL(what.slice(4), 'http://x').searchParams.get('startLine'));
      const text = lines.slice(startLine - 1, startLine - 1 + WINDOW_LINES).join('\n');
      return { body: { data: { startLine, lineCount, text, isBinary: false } } };
    },
  });
  stage.show(<FileText file={file} goTo={line === undefined ? undefined : { line }} onGoTo={() => undefined} />);
}

it.each<[lineCount: number, line: number | undefined, shown: string]>([
  [3, undefined, 'line 1'],
  [3, 2, 'line 2'],
  [3, 999_999, 'line 3'],
  [3, Number.MAX_SAFE_INTEGER, 'line 3'],
])('of %d lines, asked for line %s, shows %s', async (lineCount, line, shown) => {
  await show(lineCount, line);
  expect(await screen.findByText(shown)).toBeTruthy();
});

it('shows the last window of a long file for a line after its end', async () => {
  await show(2 * WINDOW_LINES + 1, 999_999);
  expect(await screen.findByText('Lines 10,001–10,001 of 10,001')).toBeTruthy();
});
