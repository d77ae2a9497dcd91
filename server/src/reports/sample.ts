// A small project with everything in it, for the tests of reports: ordinary items, and what strangers may write.
import type { DifferenceRow } from '@assay/scanner/sbom';
import { coverageSummary } from '../domain/vulnerabilities/coverage.ts';
import type { ReportFile, ReportItem, ReportListName, ReportRow } from './data.ts';
import { passes } from './options.ts';
import type { ReportSource } from './report.ts';
import { APACHE, GPL, HOSTILE, MIT, MIT_BODY, SAMPLE_ITEMS, sampleMatch } from './sample-items.ts';

const file = (path: string, more: Partial<ReportFile> = {}): ReportFile => ({
  ...{
    path,
    sizeBytes: 1234,
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
    sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  },
  ...{
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    language: 'JavaScript',
    kind: 'text',
  },
  ...{ isReviewed: false, isInInventory: true, licenses: ['MIT'], copyrights: [], emails: 1, urls: 2, searchTerms: [] },
  ...more,
});

const difference = (kind: DifferenceRow['kind'], component: string, before: string[], after: string[]) => ({
  ...{ kind, component, before, after, vulnerability: '', why: '' },
});

type Lists = { [N in ReportListName]: ReportRow<N>[] };

const LISTS: Lists = {
  inventoryItems: [...SAMPLE_ITEMS],
  licenses: [
    {
      name: 'Apache License 2.0',
      shortName: 'Apache-2.0',
      spdxId: 'Apache-2.0',
      family: 'Apache 2.0 Style',
      priority: 3,
      url: 'https://www.apache.org/licenses/LICENSE-2.0',
      isCustom: false,
      text: APACHE,
    },
    {
      name: 'GNU GPL 2',
      shortName: 'GPL-2.0-only',
      spdxId: 'GPL-2.0-only',
      family: 'GNU GPL 2 Style',
      priority: 1,
      url: '',
      isCustom: false,
      text: GPL,
    },
    {
      name: 'MIT License',
      shortName: 'MIT',
      spdxId: 'MIT',
      family: 'MIT Style',
      priority: 3,
      url: 'https://opensource.org/license/mit',
      isCustom: false,
      text: MIT,
    },
  ],
  tasks: [
    {
      id: 1,
      kind: 'Review',
      summary: `Look at ${HOSTILE}`,
      priority: 'High',
      owner: 'jane',
      isClosed: false,
      itemId: 3,
      itemName: 'gamma 1.0 (GPL-2.0-only)',
      createdOn: '2026-01-04 10:00:00',
    },
  ],
  files: [
    file('lib/alpha/index.js'),
    file('src/own.c', { isInInventory: false, copyrights: ['Copyright 2026 Us'] }),
    file('../../x/<script>', { isInInventory: false, licenses: [], copyrights: [HOSTILE] }),
  ],
  history: [
    {
      itemId: 1,
      itemName: 'alpha 1.0 (MIT)',
      on: '2026-01-01 10:00:00',
      by: 'System',
      event: 'Inventory Created',
      action: 'Scan',
      changes: [{ field: 'Name', oldValue: '', newValue: 'alpha 1.0 (MIT)' }],
    },
    {
      itemId: 1,
      itemName: 'alpha 1.0 (MIT)',
      on: '2026-01-03 10:00:00',
      by: 'jane',
      event: 'Inventory Reviewed',
      action: 'User Action',
      changes: [{ field: 'Status', oldValue: 'Draft', newValue: 'Approved' }],
    },
    {
      itemId: 3,
      itemName: 'gamma 1.0 (GPL-2.0-only)',
      on: '2026-01-05 10:00:00',
      by: 'joe',
      event: 'Inventory Updated',
      action: 'User Action',
      changes: [{ field: 'Audit Notes', oldValue: '', newValue: HOSTILE }],
    },
  ],
  auditLog: [
    {
      on: '2026-01-03 10:00:00',
      by: 'jane',
      address: '127.0.0.1',
      operation: 'setInventoryStatus',
      path: '/inventories/1/status',
      status: '200',
    },
  ],
  links: [
    { parentId: 1, childId: 2, type: 'DEPENDENCY' },
    { parentId: 2, childId: 3, type: 'DEPENDENCY' },
    { parentId: 3, childId: 1, type: 'POSSIBLY_RELATED' },
  ],
  vulnerabilities: [
    {
      itemId: 3,
      itemName: 'gamma 1.0 (GPL-2.0-only)',
      purl: 'pkg:npm/gamma@1.0',
      id: 'CVE-2026-0001',
      severity: 'HIGH',
      score: 8.1,
      summary: 'A buffer is too small.',
      publishedOn: '2026-01-01',
      isExploited: true,
      fixedIn: '1.1',
      isUndetermined: false,
      isSuppressed: false,
      state: 'exploitable',
      justification: '',
      response: 'update',
      detail: 'Seen in the field.',
      reason: '',
      by: '',
      on: '',
    },
    {
      itemId: 1,
      itemName: 'alpha 1.0 (MIT)',
      purl: 'pkg:npm/alpha@1.0',
      id: 'CVE-2025-9999',
      severity: '',
      score: null,
      summary: '',
      publishedOn: '',
      isExploited: null,
      fixedIn: '',
      isUndetermined: false,
      isSuppressed: true,
      state: 'not_affected',
      justification: 'code_not_reachable',
      response: '',
      detail: '',
      reason: 'FALSE_POSITIVE',
      by: 'jane',
      on: '2026-01-04 10:00:00',
    },
  ],
  statementEdits: [
    {
      id: 1,
      identity: '',
      statement: 'Copyright 2001 Struck Inc.',
      action: 'strike',
      value: '',
      reason: 'Not in the shipped part',
      by: 'jane',
      at: '2026-01-04 10:00:00',
    },
    {
      id: 2,
      identity: '',
      statement: 'Portions copyright 2001 Added Inc.',
      action: 'add',
      value: 'Portions copyright 2001 Added Inc.',
      reason: 'Said by their license',
      by: 'jane',
      at: '2026-01-04 10:05:00',
    },
  ],
  licenseMatches: [
    {
      itemId: 1,
      matches: [
        sampleMatch('lib/alpha/LICENSE', 'MIT', 'text', `Copyright (c) 2015 The alpha Authors\n\n${MIT_BODY}`),
        sampleMatch('lib/alpha/index.js', 'MIT', 'tag', 'SPDX-License-Identifier: MIT', { morePlaces: 3 }),
      ],
      leftOut: 2,
    },
    {
      itemId: 2,
      matches: [
        sampleMatch('lib/beta/LICENSE', 'MIT', 'text', MIT_BODY.replace('without restriction', 'with restrictions'), {
          coverage: 96.4,
        }),
        sampleMatch('lib/beta/app.jar!/LICENSE', 'MIT', 'text', '', {
          leftOut: 'The text is not quoted, because the archive that contains the file could not be read again.',
        }),
      ],
      leftOut: 0,
    },
  ],
  differences: [
    difference('UPGRADED', 'pkg:npm/alpha', ['0.9'], ['1.0']),
    difference('LICENSE', 'pkg:npm/gamma', ['MIT'], ['GPL-2.0-only']),
    {
      ...difference('VULNERABILITY_GONE', 'pkg:npm/alpha', ['exploitable'], []),
      vulnerability: 'CVE-2025-1',
      why: 'version',
    },
    difference('FILE_CHANGED', 'lib/alpha/index.js', ['aa'], ['bb']),
  ],
  decisionChanges: [
    {
      ...{
        change: 'LAPSED',
        kind: 'review',
        subject: 'gamma 1.0 (GPL-2.0-only)',
        value: 'Approved',
        itemId: 3,
      },
      ground: `Approved under MIT by jane on 2025-12-01; now it is under GPL-2.0-only. ${HOSTILE}`,
      ...{ by: 'jane', on: '2025-12-01 10:00:00' },
    },
    {
      ...{
        change: 'CARRIED',
        kind: 'file-reviewed',
        subject: 'lib/alpha/index.js',
        value: 'reviewed: yes',
        itemId: 0,
      },
      ground: 'Reviewed by jane on 2025-12-01; the same licenses, words and holders, and most of the same lines.',
      ...{ by: 'jane', on: '2025-12-01 10:00:00' },
    },
    {
      ...{ change: 'NEW', kind: 'review', subject: 'alpha 1.0 (MIT)', value: 'Approved', itemId: 1 },
      ground: 'Approved under MIT by jane on 2026-01-03.',
      ...{ by: 'jane', on: '2026-01-03 10:00:00' },
    },
  ],
  itemTexts: [],
  foundTexts: [],
  noticeFiles: [
    {
      ...{ itemId: 4, path: 'lib/delta/NOTICE', problem: '' },
      text: 'Delta\nThis product includes software developed at Delta.\n',
    },
  ],
};

export interface SampleChange {
  options?: Record<string, string>;
  lists?: Partial<Lists>;
  lastOn?: string;
  other?: ReportSource;
  advisories?: Partial<ReportSource['head']['advisories']>;
  formerRelease?: ReportSource['head']['formerRelease'];
}

export function sampleSource(change: SampleChange = {}): ReportSource {
  const { options = {}, lists = {}, lastOn, other, advisories = {} } = change;
  const { formerRelease = { id: 5, name: '0.9', frozenOn: '2025-12-02 08:00:00', statesFiles: true } } = change;
  const rows: Lists = { ...LISTS, ...lists };
  return {
    head: {
      schema: 'assay-report/1',
      report: 'Sample',
      generatedOn: '2026-01-06 12:00:00',
      generatedBy: 'jane',
      options,
      project: {
        ...{
          id: 7,
          name: 'Träger & <Co>',
          description: 'A product.',
          contact: 'jane',
          legalContact: 'leo',
          securityContact: 'sue',
          developerContact: 'dan',
        },
        ...{
          status: 'In Progress',
          risk: 'MEDIUM',
          visibility: 'Private',
          folderPath: 'Projects/Teams',
          policyProfile: 'House policy',
          scanProfile: 'Standard',
        },
        ...{
          createdOn: '2026-01-01 09:00:00',
          fileCount: 3,
          codebaseBytes: 3702,
          lineCount: 120,
          primaryLicense: 'Apache-2.0',
          shippedScopes: 'runtime, optional, peer, unknown',
          customFields: {},
        },
      },
      counts: {
        items: 9,
        published: 8,
        review: { Draft: 1, Approved: 7, Rejected: 1 },
        licenses: { P1: 1, P3: 7, Unknown: 1 },
      },
      advisories: {
        dataAsOf: '2026-01-05 06:00:00',
        dataIsStale: false,
        dataByEcosystem: [{ ecosystem: 'npm', dataAsOf: '2026-01-05 06:00:00', dataIsStale: false }],
        coverage: coverageSummary([
          { reason: '', inShort: '', count: 8 },
          { reason: 'ecosystem', inShort: 'no data for Maven', count: 1 },
        ]),
        ...advisories,
      },
      formerRelease,
    },
    at: new Date('2026-01-06T12:00:00Z'),
    brand: { name: 'Example House', logo: '', footer: 'Confidential', paper: 'A4' },
    options,
    toolVersion: '0.1.0',
    lastOn,
    other,
    async *list(name) {
      for (const row of rows[name]) if (name !== 'inventoryItems' || passes(row as ReportItem, options)) yield row;
    },
    async *sourceFiles(itemIds) {
      for (const { id, files } of SAMPLE_ITEMS)
        if (itemIds.includes(id))
          for (const path of files) yield { itemId: id, path, sizeBytes: 4, content: bytes('code') };
    },
  };
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Everything that an iterable of texts gives. */
export async function textOf(content: AsyncIterable<string | Uint8Array>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}
