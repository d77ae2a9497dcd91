import { expect, it } from 'vitest';
import { ACTIONS, actionsFor } from './actions.ts';

it.each([
  ['new pro', ['create_project'], ['New project']],
  ['new pro', [], []],
  ['audit', ['system_admin'], ['Go to the audit log']],
  ['audit', ['create_project'], []],
  ['spdx', [], ['Go to licenses']],
  ['icenses', [], []],
])('%j with the permissions %j offers %j', (find, permissions, titles) =>
  expect(actionsFor(find, permissions).map(({ title }) => title)).toEqual(titles),
);

it('no two actions have one title', () => {
  expect(new Set(ACTIONS.map(({ title }) => title)).size).toBe(ACTIONS.length);
});
