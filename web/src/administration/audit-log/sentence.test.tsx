// @vitest-environment happy-dom
// Sentences of the audit log: things that exist are links, things that are gone are words.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { SentenceParts } from './sentence.tsx';

let stage: Stage;
afterEach(() => stage.close());

it('links what exists', async () => {
  stage = await startStage({});
  stage.show(
    <p>
      <SentenceParts
        of={[
          { text: 'ada changed the license of ' },
          { text: 'lodash 4.17.20', kind: 'item', id: 7, projectId: 3 },
          { text: ' in ' },
          { text: 'project Shop', kind: 'project', id: 3 },
          { text: ' from MIT to Apache-2.0, and of an item (number 8) that is gone.' },
        ]}
      />
    </p>,
  );
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['lodash 4.17.20', '/projects/3/inventory?item=7'],
    ['project Shop', '/projects/3'],
  ]);
  expect(links[0]!.parentElement!.textContent).toBe(
    'ada changed the license of lodash 4.17.20 in project Shop from MIT to Apache-2.0, and of an item (number 8) that is gone.',
  );
});
