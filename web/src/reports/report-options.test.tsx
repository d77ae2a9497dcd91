// @vitest-environment happy-dom
// The dialog before a report: which fields it shows and what it sends.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { choicesOf, ReportOptions, severalOf } from './report-options.tsx';

let stage: Stage;
afterEach(() => stage.close());

const option = (name: string, more = {}) => ({ name, label: name, description: '', type: 'string', order: 1, ...more });

it('begins with the defaults, and sends the chosen values', async () => {
  stage = await startStage({});
  const onReady = vi.fn();
  const style = option('style', { description: 'How. One of: grouped, summary.', defaultValue: 'grouped' });
  const report = { name: 'Notices', enableProjectPicker: false, reportOptions: [style, option('words', { order: 2 })] };
  stage.show(<ReportOptions report={report} projectId={5} onReady={onReady} />);
  await stage.user.type(await screen.findByLabelText('words'), 'lodash');
  await stage.user.click(screen.getByRole('combobox', { name: 'style' }));
  await stage.user.click(await screen.findByRole('option', { name: 'summary' }));
  await stage.user.click(screen.getByRole('button', { name: 'Generate' }));
  expect(onReady).toHaveBeenCalledWith({ options: { style: 'summary', words: 'lodash' } });
});

it('asks for the second project of a comparison, and never offers the project itself', async () => {
  stage = await startStage({
    'GET /projects': {
      body: {
        data: [
          { id: 5, name: 'this' },
          { id: 6, name: 'that' },
        ],
      },
    },
  });
  const onReady = vi.fn();
  const report = { name: 'Comparison', enableProjectPicker: true, reportOptions: [] };
  stage.show(<ReportOptions report={report} projectId={5} onReady={onReady} />);
  expect(((await screen.findByRole('button', { name: 'Generate' })) as HTMLButtonElement).disabled).toBe(true);
  await stage.user.click(screen.getByRole('combobox', { name: /Project to compare/ }));
  await stage.user.click(await screen.findByRole('option', { name: 'that (6)' }));
  expect(screen.queryByRole('option', { name: 'this (5)' })).toBeNull();
  await stage.user.click(screen.getByRole('button', { name: 'Generate' }));
  expect(onReady).toHaveBeenCalledWith({ options: {}, otherProjectId: 6 });
});

it('offers further projects, and searches all of them on the server', async () => {
  const all = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, name: `project ${at + 1}` }));
  stage = await startStage({
    'GET /projects': ({ what }) => {
      const query = new URLSearchParams(what.split('?')[1]);
      const found = all.filter(({ name }) => name.includes(query.get('search') ?? ''));
      const [page, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      return { body: { data: found.slice((page - 1) * limit, page * limit) }, total: found.length };
    },
  });
  const onReady = vi.fn();
  const report = { name: 'Comparison', enableProjectPicker: true, reportOptions: [] };
  stage.show(<ReportOptions report={report} projectId={5} onReady={onReady} />);
  await screen.findByText(/50 of 120 projects are shown/);
  await stage.user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText(/100 of 120 projects are shown/);
  await stage.user.click(screen.getByRole('button', { name: 'Show more' }));
  const field = screen.getByRole('combobox', { name: /Project to compare/ });
  await stage.user.click(field);
  await screen.findByRole('option', { name: 'project 120 (120)' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await stage.user.type(field, 'project 117');
  // Until the server has answered, the list is the one of before, which would be replaced under the click.
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await stage.user.click(screen.getByRole('option', { name: 'project 117 (117)' }));
  await stage.user.click(screen.getByRole('button', { name: 'Generate' }));
  expect(onReady).toHaveBeenCalledWith({ options: {}, otherProjectId: 117 });
});

it.each([
  ['Text. One of: yes, no.', ['yes', 'no']],
  ['Any words.', undefined],
])('the description "%s" offers %j', async (description, choices) => {
  stage = await startStage({});
  expect(choicesOf({ description })).toEqual(choices);
});

it('a description that names several values offers each of them', () => {
  const description = 'Only items of these: High, Low. Several are separated by commas; blank for all.';
  expect(severalOf({ description })).toEqual({ about: 'Only items of these', choices: ['High', 'Low'] });
  expect(severalOf({ description: 'Words: any.' })).toBeUndefined();
});
