import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { inventoryPriorities } from '../inventories/inventory.ts';
import {
  expressionPriorityOf,
  licenseFamilies,
  licenseFamilyOf,
  licensePriorities,
  licensePriorityOf,
  priorityRules,
} from '../licenses/license-priority.ts';
import type { PrioritySubject } from './priority.ts';
import { priorityOf, raisePriority } from './priority.ts';

const require = createRequire(import.meta.url);
const spdxIds: string[] = [...require('spdx-license-ids'), ...require('spdx-license-ids/deprecated')];

describe('license priorities', () => {
  it.each([
    [
      1,
      'GPL-2.0-only GPL-3.0-or-later GPL-2.0 AGPL-3.0-only SSPL-1.0 OSL-3.0 EUPL-1.2 CC-BY-SA-4.0 GFDL-1.3-only ODbL-1.0',
    ],
    [1, 'Sleepycat QPL-1.0 CECILL-2.1 CERN-OHL-S-2.0 CPAL-1.0 RPL-1.5'],
    [2, 'LGPL-2.1-only LGPL-3.0-or-later MPL-2.0 EPL-2.0 CDDL-1.0 Artistic-2.0 CECILL-C CERN-OHL-W-2.0 MS-RL OFL-1.1'],
    [
      2,
      'BUSL-1.1 Elastic-2.0 CC-BY-NC-4.0 CC-BY-NC-SA-4.0 CC-BY-ND-4.0 PolyForm-Noncommercial-1.0.0 JSON Hippocratic-2.1',
    ],
    [2, 'GPL-2.0-with-classpath-exception LicenseRef-scancode-commercial-license LicenseRef-ours'],
    [
      3,
      'MIT Apache-2.0 BSD-3-Clause ISC Zlib 0BSD CC0-1.0 Unlicense CC-BY-4.0 CECILL-B CERN-OHL-P-2.0 BSL-1.0 Python-2.0',
    ],
    [3, 'LicenseRef-scancode-public-domain'],
  ])('P%i: %s', (priority, ids) => {
    for (const id of ids.split(' ')) expect([id, licensePriorityOf(id)]).toEqual([id, priority]);
  });

  it.each([
    ['GPL-2.0-only WITH Classpath-exception-2.0', 2],
    ['GPL-3.0-or-later WITH GCC-exception-3.1', 2],
    ['GPL-2.0-only WITH Linux-syscall-note', 2],
    ['GPL-2.0-only WITH vsftpd-openssl-exception', 1],
    ['Apache-2.0 WITH LLVM-exception', 3],
  ])('%s is P%i', (license, priority) => {
    expect(licensePriorityOf(license)).toBe(priority);
  });

  it('covers every SPDX id, in any case, and every rule is used', () => {
    expect(spdxIds.length).toBeGreaterThan(700);
    for (const id of spdxIds) {
      expect(licensePriorities).toContain(licensePriorityOf(id));
      expect(licensePriorityOf(id.toLowerCase())).toBe(licensePriorityOf(id));
    }
    const ids = [...spdxIds, 'LicenseRef-x', 'LicenseRef-x-permissive'];
    const decided = new Set(ids.map((id) => priorityRules.find((rule) => rule.ids.test(id))));
    expect(priorityRules.filter((rule) => !decided.has(rule)).map((rule) => rule.because)).toEqual([]);
  });

  it('is strict where it must be: every copyleft family is above P3', () => {
    const copyleft = spdxIds.filter((id) =>
      /^(A?GPL|LGPL|MPL|EPL|CDDL|OSL|EUPL|CC-BY-(SA|NC|ND)|SSPL|GFDL|CPL)/.test(id),
    );
    expect(copyleft.filter((id) => licensePriorityOf(id) === 3)).toEqual([]);
  });

  it.each([
    ['MIT OR GPL-2.0-only', 3],
    ['MIT AND GPL-2.0-only', 1],
    ['(MIT OR GPL-2.0-only) AND LGPL-2.1-only', 2],
    ['MIT AND (GPL-2.0-only OR MPL-2.0)', 2],
    ['', undefined],
  ])('of "%s" is %s', (expression, priority) => {
    expect(expressionPriorityOf(expression)).toBe(priority);
  });

  it('looks up custom licenses', () => {
    const custom = (license: string) => (license === 'LicenseRef-acme' ? (1 as const) : undefined);
    expect(expressionPriorityOf('LicenseRef-acme', custom)).toBe(1);
    expect(expressionPriorityOf('LicenseRef-acme OR X', custom)).toBe(1);
    expect(expressionPriorityOf('X', custom)).toBeUndefined();
  });
});

describe('license families', () => {
  it.each([
    ['MIT', 'MIT Style'],
    ['GPL-2.0-only', 'GNU GPL 2 Style'],
    ['GPL-2.0-or-later', 'GNU GPL 2+ Style'],
    ['GPL-2.0+', 'GNU GPL 2+ Style'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'GNU GPL 2 w/CPE Style'],
    ['LGPL-2.1-or-later', 'GNU LGPL 2.1+ Style'],
    ['AGPL-3.0-only', 'GNU AGPL 3.0 Style'],
    ['BSD-3-Clause', 'BSD 3-Clause Style'],
    ['Apache-2.0', 'Apache 2.0 Style'],
    ['MPL-2.0', 'MPL 1.1 Style'],
    ['EPL-2.0', 'EPL 1.0 Style'],
    ['LicenseRef-scancode-proprietary-license', 'Proprietary Style'],
    ['XSkat', ''],
  ])('%s is %s', (id, family) => {
    expect(licenseFamilyOf(id)).toBe(family);
  });

  it('are the 38 names of the interface', () => {
    expect(new Set(licenseFamilies).size).toBe(38);
    for (const id of spdxIds) expect(['', ...licenseFamilies]).toContain(licenseFamilyOf(id));
  });
});

describe('item priority', () => {
  const item = (change: Partial<PrioritySubject>): PrioritySubject => ({
    type: 'COMPONENT',
    licenseExpression: 'MIT',
    foundLicenses: [],
    severities: [],
    ...change,
  });

  it.each<[string, Partial<PrioritySubject>, 'V2' | 'V3', string]>([
    ['permissive, no vulnerabilities', {}, 'V3', 'P3'],
    ['weak copyleft', { licenseExpression: 'MPL-2.0' }, 'V3', 'P2'],
    ['strong copyleft', { licenseExpression: 'GPL-3.0-only' }, 'V3', 'P1'],
    ['a critical vulnerability', { severities: ['LOW', 'CRITICAL'] }, 'V3', 'P1'],
    ['a high one in CVSS 3', { severities: ['HIGH'] }, 'V3', 'P2'],
    ['a high one in CVSS 2', { severities: ['HIGH'] }, 'V2', 'P1'],
    ['a medium one', { severities: ['MEDIUM'] }, 'V3', 'P3'],
    ['a low one never lowers', { severities: ['LOW', 'NONE'] }, 'V3', 'P3'],
    ['a medium one beside weak copyleft', { severities: ['MEDIUM'], licenseExpression: 'LGPL-2.1-only' }, 'V3', 'P2'],
    ['no license known at all', { licenseExpression: '' }, 'V3', 'P1'],
    ['no license, but evidence', { licenseExpression: '', foundLicenses: ['MIT'] }, 'V3', 'P3'],
    ['no license, strict evidence', { licenseExpression: '', foundLicenses: ['MIT', 'GPL-2.0-only'] }, 'V3', 'P1'],
    ['evidence beside a selected license', { foundLicenses: ['GPL-2.0-only'] }, 'V3', 'P3'],
    ['a license on no list', { licenseExpression: 'LicenseRef-x' }, 'V3', 'P2'],
    ['License Only', { type: 'LICENSE', licenseExpression: 'MPL-2.0', severities: ['CRITICAL'] }, 'V3', 'P2'],
    ['Work in Progress', { type: 'WORK_IN_PROGRESS', licenseExpression: '', severities: ['CRITICAL'] }, 'V3', 'P4'],
  ])('%s', (_, change, version, priority) => {
    expect(priorityOf(item(change), version)).toBe(priority);
  });

  it('is never lowered by the system', () => {
    for (const current of inventoryPriorities) {
      for (const computed of inventoryPriorities) {
        expect(raisePriority(current, computed)).toBe([current, computed].sort()[0]);
      }
    }
  });
});
