// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createAppRouter } from '../router.tsx';
import { GROUPS, partAt } from './parts.ts';

const BELOW = '/signed-in/projects/$projectId/';
const paths = Object.keys(createAppRouter(new QueryClient()).routesById)
  .filter((id) => id.startsWith(BELOW))
  .map((id) => `/${id.slice(BELOW.length)}`);

it('each address below a project belongs to a part', () => {
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => partAt(path) === undefined)).toEqual([]);
});

it('each part has an address, and there are at most seven groups', () => {
  const parts = GROUPS.flatMap((group) => group.parts);
  expect(parts.filter(({ path }) => !paths.includes(path || '/'))).toEqual([]);
  expect(GROUPS.length).toBeLessThanOrEqual(7);
});

it('tells the open part by the address, with a slash at its end or without', () => {
  const labels = (rest: string) => {
    const open = partAt(rest);
    return open && `${open.group.label} › ${open.part.label}`;
  };
  expect(['', '/', '/notices', '/alerts', '/jobs/', '/nothing'].map(labels)).toEqual([
    'Summary › Overview',
    'Summary › Overview',
    'Reports › Notices',
    'Vulnerabilities › Vulnerabilities',
    'Work › Jobs',
    undefined,
  ]);
});
