// @vitest-environment happy-dom
// What somebody types into a field is not replaced by names that arrive later.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Answer, type Stage, startStage } from '../testing/stage.tsx';
import { LicenseSelect } from './component-choice.tsx';

let stage: Stage;
afterEach(() => stage.close());

const MIT = { id: 7, name: 'MIT License', shortName: 'MIT', priority: 'P3', url: '', description: '' };

it('takes words when it knows the name of the chosen license, and keeps them', async () => {
  const listed = Promise.withResolvers<Answer>();
  stage = await startStage({
    'GET /licenses/listAll': () => listed.promise,
    'GET /library/licenses': { body: { data: [] }, total: 0 },
  });
  stage.show(<LicenseSelect value={7} onChange={() => undefined} />);
  const field = await screen.findByLabelText<HTMLInputElement>('License', { selector: 'input' });
  await stage.user.type(field, 'apa');
  expect(field.value).toBe('');
  listed.resolve({ body: { data: [MIT] }, total: 1 });
  await waitFor(() => expect(field.value).toBe('MIT · MIT License'));
  await stage.user.clear(field);
  await stage.user.type(field, 'apa');
  expect(field.value).toBe('apa');
});
