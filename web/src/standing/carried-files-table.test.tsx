// @vitest-environment happy-dom
// The files to which decisions were carried.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { usePagedRows } from '../table/paged-rows.ts';
import { layOut } from '../testing/laid-out.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { CarriedFilesTable } from './carried-files-table.tsx';
import { fetchCarriedFiles } from './carried-queries.ts';

layOut();

let stage: Stage;
afterEach(() => stage.close());

function Table() {
  return <CarriedFilesTable projectId={9} rows={usePagedRows(['carried'], (page) => fetchCarriedFiles(9, page))} />;
}

it('says how a decision reached each file, and why', async () => {
  const row = {
    ...{
      fileId: 3,
      filePath: 'src/a.c',
      way: 'bytes',
      decisionId: 8,
      decidedBy: 'anna',
      decidedOn: '2026-11-29 04:00:00',
    },
    why: 'The file was moved from lib/a.c.',
  };
  stage = await startStage({ 'GET /projects/9/carriedFiles': { body: { data: [row] }, total: 1 } });
  stage.show(<Table />);
  expect(await screen.findByRole('link', { name: 'src/a.c' })).toBeTruthy();
  expect(screen.getByText('Same contents')).toBeTruthy();
  expect(screen.getByText('The file was moved from lib/a.c.')).toBeTruthy();
});
