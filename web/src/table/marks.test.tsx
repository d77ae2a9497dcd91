// @vitest-environment happy-dom
// Keys that follow each other faster than the page is drawn act on the row that they were pressed on.
import { act, fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { DataTable, type TableHandle } from './data-table.tsx';
import { markColumn, useMarks, useRowKeys } from './marks.tsx';

interface Row {
  id: number;
  isOpen: boolean;
}

const ROWS: Row[] = Array.from({ length: 6 }, (_, at) => ({ id: at + 1, isOpen: at !== 3 }));
const idOf = ({ id, isOpen }: Row) => (isOpen ? id : undefined);

let stage: Stage;
afterEach(() => stage.close());

/** `loaded`: how many rows are there. */
function Screen({ onAct, loaded }: { onAct: (ids: number[]) => void; loaded: number }) {
  const marks = useMarks<number>();
  const [selected, select] = useState<number>();
  const table = useRef<TableHandle<Row>>(null);
  useRowKeys(table, idOf, { ...marks, onAct });
  return (
    <>
      <output>{[...marks.ids].join(' ')}</output>
      <DataTable
        name="rows"
        label="Rows"
        columns={[
          markColumn<Row, number>(marks, { idOf, nameOf: ({ id }) => `row ${id}` }),
          { id: 'id', header: 'Id', size: 100, cell: ({ id }) => String(id) },
        ]}
        count={ROWS.length}
        rowAt={(index) => (index < loaded ? ROWS[index] : undefined)}
        idOf={({ id }) => id}
        selectedId={selected}
        onSelect={({ id }) => select(id)}
        handle={table}
      />
    </>
  );
}

function Loading({ onAct }: { onAct: (ids: number[]) => void }) {
  const [loaded, setLoaded] = useState(2);
  return (
    <>
      <button type="button" onClick={() => setLoaded(ROWS.length)}>
        Load
      </button>
      <Screen onAct={onAct} loaded={loaded} />
    </>
  );
}

/** Presses the keys with no drawing in between. */
async function press(...keys: string[]): Promise<void> {
  const grid = await screen.findByRole('grid');
  await act(async () => {
    for (const key of keys) fireEvent.keyDown(grid, { key });
  });
}

it.each([
  [['n', 'x', 'n', 'n', 'x'], '1 3'],
  [['ArrowDown', 'x', 'ArrowDown', 'x', 'x'], '1'],
  [['n', 'n', 'n', 'n', 'x', 'n', 'x'], '5'],
])('%j marks %s', async (keys, marked) => {
  stage = await startStage({});
  stage.show(<Screen onAct={() => undefined} loaded={ROWS.length} />);
  await press(...keys);
  expect(screen.getByRole('status').textContent).toBe(marked);
});

it.each([
  [
    ['n', 'x', 'n', 'x', 'a'],
    [1, 2],
  ],
  [['n', 'n', 'a'], [2]],
  [['n', 'x', 'x', 'n', 'n', 'a'], [3]],
])('%j acts on %j', async (keys, ids) => {
  const acted: number[][] = [];
  stage = await startStage({});
  stage.show(<Screen onAct={(some) => acted.push(some)} loaded={ROWS.length} />);
  await press(...keys);
  expect(acted).toEqual([ids]);
});

it('acts on a row that is not loaded yet as soon as it is there', async () => {
  const acted: number[][] = [];
  stage = await startStage({});
  stage.show(<Loading onAct={(some) => acted.push(some)} />);
  await press('n', 'n', 'n', 'a');
  expect(acted).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  await act(async () => undefined);
  expect(acted).toEqual([[3]]);
});
