import { expect, it } from 'vitest';
import type { ReportItem, ReportSource } from '../report.ts';
import { notices } from './index.ts';

const item = (name: string, more: Partial<ReportItem> = {}): ReportItem => ({
  id: 1,
  name,
  type: 'Component',
  componentName: name,
  versionName: '1',
  purl: '',
  url: '',
  description: '',
  licenseName: 'MIT License',
  licenseExpression: 'MIT',
  possibleLicenses: ['MIT'],
  priority: 'Low',
  status: 'Approved',
  isPublished: true,
  confidence: 'HIGH',
  dependencyScope: 'Runtime',
  usageGuidance: '',
  auditNotes: '',
  detectionNotes: '',
  remediationNotes: '',
  asFoundLicenseText: '',
  noticesText: `The notices of ${name}.`,
  copyrights: [],
  files: [],
  ...more,
});

async function report(items: ReportItem[]): Promise<string> {
  const source = {
    project: { name: 'shipped' },
    generatedOn: '2024-01-01 00:00:00',
    items: async function* () {
      yield* items;
    },
    licenseTexts: async () => [],
  } as unknown as ReportSource;
  let text = '';
  for await (const part of notices.write(source)[0]!.content) text += part;
  return text;
}

it('leaves out what was rejected: it is not shipped', async () => {
  const text = await report([item('kept'), item('draft', { status: 'Draft' }), item('bad', { status: 'Rejected' })]);
  expect(text).toContain('The notices of kept.');
  expect(text).toContain('The notices of draft.');
  expect(text).not.toContain('bad');
});

it('says so when nothing is left', async () => {
  expect(await report([item('bad', { status: 'Rejected' })])).toContain('all of it was rejected');
});

it('prints every statement', async () => {
  const copyrights = Array.from({ length: 1000 }, (_, at) => `Copyright ${at} Somebody`);
  const text = await report([item('many', { copyrights })]);
  expect(text.match(/Copyright \d+ Somebody/g)).toEqual(copyrights);
});
