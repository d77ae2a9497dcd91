// The items of the sample project, and what they share: license texts, and words that strangers may write.
import { namedFields, type ReportedItemFields } from '../domain/inventories/inventory-fields.ts';
import type { ReportItem, ReportMatchedText } from './data.ts';

export const MIT_BODY =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files, to deal in the Software without restriction.';
export const MIT = `MIT License\n\nCopyright (c) <year> <copyright holders>\n\n${MIT_BODY}\n`;
export const GPL =
  'GNU GENERAL PUBLIC LICENSE\nVersion 2, June 1991\n\nCopyright (C) 1989, 1991 Free Software Foundation, Inc.\n\nEveryone is permitted to copy and distribute verbatim copies of this license document, but changing it is not allowed.\n';
export const APACHE =
  'Apache License\nVersion 2.0, January 2004\n\nTERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION of the work and of derivative works thereof.\n';

export const HOSTILE = "=cmd|'/c calc'!A1 <script>alert(1)</script> ../../x \u202Egnp.exe\u202C \u0007\uD800 | `**`";

/** Fields that the sample leaves blank. */
const BLANK = Object.fromEntries(
  namedFields.map(({ reportedName, blank }) => [reportedName, blank ?? '']),
) as ReportedItemFields;

export function sampleItem(id: number, name: string, more: Partial<ReportItem> = {}): ReportItem {
  return {
    ...BLANK,
    id,
    identity: `pkg:npm/${name}`,
    name: `${name} 1.0 (MIT)`,
    type: 'Component',
    componentName: name,
    versionName: '1.0',
    purl: `pkg:npm/${name}@1.0`,
    cpe: '',
    url: `https://example.org/${name}`,
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
    supplier: `The ${name} Authors <team@example.org>`,
    digests: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
    references: [{ type: 'vcs', url: `https://example.org/${name}.git` }],
    coverage: { state: 'compared', reason: '', inShort: '', sentence: '', note: '' },
    isOwn: false,
    priority: 'Low',
    status: 'Approved',
    toBeDecidedAgain: '',
    whyDecided: 'Approved under MIT by jane on 2026-01-03.',
    isStatusSetByPerson: false,
    isPublished: true,
    publishedOn: '2026-01-02 10:00:00',
    dependencyScope: 'Runtime',
    dependencyLevel: 'Direct',
    foundScope: 'runtime',
    distribution: 'EXTERNAL',
    partOfProduct: 'YES',
    linking: 'STATIC',
    modified: 'NO',
    encryption: 'NO',
    createdBy: 'Automated Finding',
    createdOn: '2026-01-01 10:00:00',
    updatedOn: '2026-01-03 10:00:00',
    policyDecision: 'APPROVED',
    policyReasons: ['The license MIT is approved.'],
    customFields: { 'Cost centre': '42' },
    copyrights: [`Copyright (c) 2015 The ${name} Authors`],
    files: [`lib/${name}/index.js`, `lib/${name}/LICENSE`],
    fileCount: more.files?.length ?? 2,
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

export const SAMPLE_ITEMS: readonly ReportItem[] = [
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
    coverage: {
      state: 'not-compared',
      reason: 'ecosystem',
      inShort: 'no data for Maven',
      sentence: 'The advisories hold no record for Maven.',
      note: '',
    },
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
