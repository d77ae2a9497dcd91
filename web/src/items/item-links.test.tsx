// @vitest-environment happy-dom
// The links of an item: in which direction, to which item, and how many are not shown.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { ItemLinks } from './item-links.tsx';

let stage: Stage;
afterEach(() => stage.close());

const linked = (id: number, name: string, linkType = 'DEPENDENCY') => ({ id, name, linkType });

it('names the items that need it and those that it needs or contains', async () => {
  stage = await startStage({
    'GET /inventories/8/parents': { body: { data: [linked(1, 'app 1.0')] }, total: 1 },
    'GET /inventories/8/children': {
      body: { data: [linked(2, 'zlib 1.3', 'BUNDLED'), linked(3, 'b 2.0')] },
      total: 12,
    },
  });
  stage.show(<ItemLinks inventoryId={8} projectId={3} />);
  await screen.findByText('Needed by');
  await screen.findByText('Contains');
  screen.getByText('Needs');
  screen.getByText('and 10 more');
  expect(screen.getByRole('link', { name: 'app 1.0' }).getAttribute('href')).toContain('item=1');
});

it('shows nothing for an item without links', async () => {
  stage = await startStage({
    'GET /inventories/8/parents': { body: { data: [] }, total: 0 },
    'GET /inventories/8/children': { body: { data: [] }, total: 0 },
  });
  stage.show(<ItemLinks inventoryId={8} projectId={3} />);
  await screen.findByRole('region', { name: 'Linked items' });
  await waitFor(() => expect(stage.isQuiet()).toBe(true));
  expect(screen.queryByRole('link')).toBeNull();
});
