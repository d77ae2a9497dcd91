import { describe, expect, it } from 'vitest';
import {
  exportedNotes,
  historyItemFields,
  historyValues,
  itemFields,
  reportedFields,
  sentItemFields,
  shownFields,
  storedFields,
} from './inventory-fields.ts';

/** An item as a database row: each column contains its own name. */
const stored = {
  ...(Object.fromEntries(Object.values(itemFields).map(({ column }) => [column, column])) as Record<
    (typeof itemFields)[keyof typeof itemFields]['column'],
    unknown
  >),
  priority: 'P2',
  is_disclosed: true,
};

describe('fields of an item', () => {
  it('are shown under their names: empty notices and purl as N/A, a priority as a word, no workflow as None', () => {
    const shown = shownFields({ ...stored, notices_text: '', purl: '', workflow_url: null });
    expect(shown).toMatchObject({ noticesText: 'N/A', purl: 'N/A', workflowURL: 'None', priority: 'Medium' });
    expect(shown).toMatchObject({ usageGuidance: 'usage_guidance', disclosed: true });
    expect(Object.keys(shown)).toEqual(Object.keys(itemFields));
  });

  it('are stored if a change names them, under the names used in requests', () => {
    expect(storedFields({ noticeText: '', disclosed: 'YES', workflowURL: 'None', licenseId: 1 })).toEqual({
      notices_text: '',
      is_disclosed: true,
      workflow_url: null,
    });
    expect(storedFields({ disclosed: 'NO', workflowURL: 'https://x', auditorReviewNotes: 'a' })).toEqual({
      audit_notes: 'a',
      is_disclosed: false,
      workflow_url: 'https://x',
    });
  });

  it('are compared by history if a person can write them, in their stored form', () => {
    const values = historyValues(stored);
    expect(Object.keys(values)).toEqual(sentItemFields.map(({ shownName }) => shownName));
    expect(values).toMatchObject({ priority: 'P2', disclosed: true, noticesText: 'notices_text' });
  });

  it('that can be sent have limits, a name each, and a name in the history', () => {
    const names = sentItemFields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(sentItemFields.filter(({ most, values }) => (most === undefined) === (values === undefined))).toEqual([]);
    const told = historyItemFields.map(([name]) => name as string);
    expect(sentItemFields.filter(({ shownName }) => !told.includes(shownName))).toEqual([]);
  });

  it('keep the orders of revisions, reports and exports', () => {
    expect(historyItemFields.map(([, label]) => label).slice(-4)).toEqual([
      'Remediation Notes',
      'As-Found Text',
      'Notices Text',
      'Workflow URL',
    ]);
    expect(Object.keys(reportedFields(stored))).toEqual([
      ...['usageGuidance', 'auditNotes', 'detectionNotes', 'remediationNotes', 'asFoundLicenseText', 'noticesText'],
    ]);
    expect(Object.keys(exportedNotes(stored))).toEqual([
      ...['auditorReviewNotes', 'usageGuidance', 'remediationNotes', 'detectionNotes', 'noticeText'],
      'asFoundLicenseText',
    ]);
  });
});
