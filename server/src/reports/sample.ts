// A small project with everything in it, for the tests of reports: ordinary items, and what strangers may write.
import type { ReportFile, ReportItem, ReportListName, ReportMatchedText, ReportRow } from './data.ts';
import { passes } from './options.ts';
import type { ReportSource } from './report.ts';

export const MIT_BODY =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files, to deal in the Software without restriction.';
const MIT = `MIT License\n\nCopyright (c) <year> <copyright holders>\n\n${MIT_BODY}\n`;
const GPL =
  'GNU GENERAL PUBLIC LICENSE\nVersion 2, June 1991\n\nCopyright (C) 1989, 1991 Free Software Foundation, Inc.\n\nEveryone is permitted to copy and distribute verbatim copies of this license document, but changing it is not allowed.\n';
const APACHE =
  'Apache License\nVersion 2.0, January 2004\n\nTERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION of the work and of derivative works thereof.\n';

const HOSTILE = "=cmd|'/c calc'!A1 <script>alert(1)</script> ../../x \u202Egnp.exe\u202C \u0007\uD800 | `**`";

export function sampleItem(id: number, name: string, more: Partial<ReportItem> = {}): ReportItem {
  return {
    id,
    identity: `pkg:npm/${name}`,
    name: `${name} 1.0 (MIT)`,
    type: 'Component',
    componentName: name,
    versionName: '1.0',
    purl: `pkg:npm/${name}@1.0`,
    url: `https://example.org/${name}`,
    description: '',
    licenseName: 'MIT License',
    licenseExpression: 'MIT',
    licenses: ['MIT'],
    licenseFamily: 'MIT Style',
    licensePriority: 'P3',
    possibleLicenses: ['MIT'],
    licenseFacts: {
      declared: { expression: 'MIT', source: 'manifest', words: 'package.json declares MIT.' },
      concluded: { expression: 'MIT', source: 'manifest', words: 'package.json declares MIT.' },
      bundled: [],
      choice: { expression: '', source: 'none', words: '' },
    },
    isOwn: false,
    priority: 'Low',
    status: 'Approved',
    isStatusSetByPerson: false,
    isPublished: true,
    publishedOn: '2026-01-02 10:00:00',
    confidence: 'HIGH',
    dependencyScope: 'Runtime',
    dependencyLevel: 'Direct',
    isDisclosed: false,
    distribution: 'EXTERNAL',
    partOfProduct: 'YES',
    linking: 'STATIC',
    modified: 'NO',
    encryption: 'NO',
    workflowUrl: '',
    usageGuidance: '',
    auditNotes: '',
    detectionNotes: '',
    remediationNotes: '',
    asFoundLicenseText: '',
    noticesText: '',
    createdBy: 'Automated Finding',
    createdOn: '2026-01-01 10:00:00',
    updatedOn: '2026-01-03 10:00:00',
    policyDecision: 'APPROVED',
    policyReasons: ['The license MIT is approved.'],
    customFields: { 'Cost centre': '42' },
    copyrights: [`Copyright (c) 2015 The ${name} Authors`],
    files: [`lib/${name}/index.js`, `lib/${name}/LICENSE`],
    folders: [`lib/${name}`],
    ownFiles: 2,
    ...more,
  };
}

export function sampleMatch(
  path: string,
  expression: string,
  kind: string,
  text: string,
  more: Partial<ReportMatchedText> = {},
): ReportMatchedText {
  const endLine = text.split('\n').length;
  const rule = `${expression}-${kind}`;
  return {
    path,
    startLine: 1,
    endLine,
    expression,
    kind,
    coverage: 100,
    rule,
    text,
    leftOut: '',
    morePlaces: 0,
    ...more,
  };
}

const gpl = {
  licenseName: 'GNU GPL 2',
  licenseExpression: 'GPL-2.0-only',
  licenses: ['GPL-2.0-only'],
  licenseFamily: 'GNU GPL 2 Style',
  licensePriority: 'P1',
  priority: 'High',
};
const apache = {
  licenseName: 'Apache License 2.0',
  licenseExpression: 'Apache-2.0',
  licenses: ['Apache-2.0'],
  licenseFamily: 'Apache 2.0 Style',
};

const SAMPLE_ITEMS: readonly ReportItem[] = [
  sampleItem(1, 'alpha', {
    noticesText: MIT,
    copyrights: ['Copyright (c) 2015 The alpha Authors', 'Copyright (c) <year> <copyright holders>'],
  }),
  sampleItem(2, 'beta', {
    asFoundLicenseText: `The MIT License (MIT)\n\nCopyright © 2012 Jané Doe\n\n${MIT_BODY}\n`,
    copyrights: ['Copyright 2001 Struck Inc.'],
  }),
  sampleItem(3, 'gamma', {
    ...gpl,
    name: 'gamma 1.0 (GPL-2.0-only)',
    status: 'Draft',
    policyDecision: 'REJECTED',
    policyReasons: ['The license GPL-2.0-only is rejected.'],
  }),
  sampleItem(4, 'delta', { ...apache, name: 'delta 1.0 (Apache-2.0)' }),
  sampleItem(5, 'epsilon', { ...apache, name: 'epsilon 1.0 (Apache-2.0)', copyrights: [], files: [] }),
  sampleItem(6, 'rejected', { status: 'Rejected', name: 'rejected 1.0 (MIT)' }),
  sampleItem(7, 'hidden', { isPublished: false, publishedOn: '' }),
  sampleItem(8, 'hostile', {
    name: HOSTILE,
    auditNotes: `</pre><img src=x onerror=alert(1)>\n${HOSTILE}`,
    url: 'javascript:alert(1)',
    asFoundLicenseText: `Own words. ${HOSTILE}`,
    copyrights: [`Copyright 2020 ${HOSTILE}`],
  }),
  sampleItem(9, 'bare', {
    type: 'License Only',
    name: 'bare',
    componentName: 'N/A',
    versionName: 'N/A',
    purl: '',
    url: '',
    licenseName: "I don't know",
    licenseExpression: '',
    licenses: [],
    licenseFamily: '',
    licensePriority: 'Unknown',
    copyrights: [],
  }),
];

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
          leftOut: 'The text lies inside of an archive and is not quoted.',
        }),
      ],
      leftOut: 0,
    },
  ],
  noticeFiles: [
    { itemId: 4, path: 'lib/delta/NOTICE', text: 'Delta\nThis product includes software developed at Delta.\n' },
  ],
};

export interface SampleChange {
  options?: Record<string, string>;
  lists?: Partial<Lists>;
  lastOn?: string;
  other?: ReportSource;
  advisories?: Partial<ReportSource['head']['advisories']>;
}

export function sampleSource(change: SampleChange = {}): ReportSource {
  const { options = {}, lists = {}, lastOn, other, advisories = {} } = change;
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
          customFields: {},
        },
      },
      counts: {
        items: 9,
        published: 8,
        review: { Draft: 1, Approved: 7, Rejected: 1 },
        licenses: { P1: 1, P3: 7, Unknown: 1 },
      },
      advisories: { dataAsOf: '2026-01-05 06:00:00', dataIsStale: false, ...advisories },
    },
    at: new Date('2026-01-06T12:00:00Z'),
    brand: { name: 'Example House', logo: '', footer: 'Confidential' },
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
