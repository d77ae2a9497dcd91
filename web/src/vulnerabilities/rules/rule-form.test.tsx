// @vitest-environment happy-dom
// The form of a rule: it asks for the end, shows what the rule would decide, and only then sends it.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { RuleForm } from './rule-form.tsx';

let stage: Stage;
afterEach(() => stage.close());

const rule = {
  id: 4,
  name: 'Tests',
  condition: {
    scopes: ['test' as const],
    packages: [{ package: 'pkg:npm/a', versions: 'vers:npm/<2' }],
    epssBelow: 0.05,
  },
  state: 'NOT_AFFECTED' as const,
  justification: 'CODE_NOT_REACHABLE',
  response: '',
  ground: 'Tests are not shipped.',
  suppress: true,
  expiresOn: 'never',
  kind: 'RULE' as const,
  isEnabled: false,
  ruleState: 'OFF' as const,
  reach: 'SITE' as const,
  decided: 0,
  author: 'ada',
  createdOn: '2026-01-01 00:00:00',
  changedBy: 'ada',
  changedOn: '2026-01-01 00:00:00',
  mayChange: true,
  entityVersion: 'v1',
};

const pair = { projectId: 7, projectName: 'Shop', inventoryId: 70, inventoryName: 'a 1.0', purl: 'pkg:npm/a@1.0' };
const preview = {
  decided: 12,
  items: 12,
  projects: 3,
  skipped: [{ why: 'NO_EPSS', count: 2 }],
  examples: [{ ...pair, vulnerabilityName: 'CVE-2026-1', why: '' }],
  skippedExamples: [{ ...pair, vulnerabilityName: 'CVE-2026-2', why: 'NO_EPSS' }],
};
const settled = { body: { data: { id: 4, decided: 12, ended: 0, waiting: 0 } } };
const lists = {
  'GET /folders/search': { body: { data: [] }, total: 0 },
  'GET /projects': { body: { data: [] }, total: 0 },
};

it('shows what the rule would decide and leave out before it is saved', async () => {
  stage = await startStage({
    ...lists,
    'POST /analysisRules/preview': { body: { data: preview } },
    'PUT /analysisRules/4': settled,
  });
  stage.show(<RuleForm rule={rule} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Show what changes' }));
  const shown = await screen.findByRole('region', { name: 'What changes' });
  within(shown).getByText(/It would decide about 12 vulnerabilities of 12 items in 3 projects/);
  within(shown).getByText('CVE-2026-1 in a 1.0 of Shop');
  within(shown).getByText('and 11 more');
  within(shown).getByText(/Left out, for example: CVE-2026-2 in a 1.0 of Shop, because it has no EPSS score/);
  await stage.user.click(screen.getByRole('button', { name: 'Save the rule' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(2));
  const [asked, saved] = stage.changes();
  expect(asked?.body).toMatchObject({ ruleId: 4, name: 'Tests' });
  expect(saved).toMatchObject({
    what: 'PUT /analysisRules/4',
    body: {
      ...{ name: 'Tests', ground: 'Tests are not shipped.', expiresOn: 'never', isEnabled: false, entityVersion: 'v1' },
      condition: { scopes: ['test'], epssBelow: 0.05, packages: [{ package: 'pkg:npm/a', versions: 'vers:npm/<2' }] },
    },
  });
});

it('a new rule must say when it ends', async () => {
  stage = await startStage(lists);
  stage.show(<RuleForm rule={undefined} />);
  await stage.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Tests');
  await stage.user.click(screen.getByRole('button', { name: 'Show what changes' }));
  await screen.findByText('Say when the rule ends, or that it never does.');
  expect(stage.changes()).toEqual([]);
});
