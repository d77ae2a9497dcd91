import { describe, expect, it } from 'vitest';
import {
  decidedChanges,
  exportedFields,
  historyItemFields,
  historyValues,
  itemFields,
  namedFields,
  reportedFields,
  type StoredItemFields,
  sentItemFields,
  shownFields,
  storedFields,
} from './inventory-fields.ts';

/** An item as a database row: columns of texts contain their own names. */
const stored = Object.fromEntries(
  namedFields.map(({ column, values, isFlag }) => [column, isFlag ? true : (values?.at(1) ?? column)]),
) as unknown as StoredItemFields;

describe('fields of an item', () => {
  it('are shown under their names: empty notices and purl as N/A, a priority as a word, no workflow as None', () => {
    const shown = shownFields({ ...stored, notices_text: '', purl: '', workflow_url: null });
    expect(shown).toMatchObject({ noticesText: 'N/A', purl: 'N/A', workflowURL: 'None', priority: 'Medium' });
    expect(shown).toMatchObject({ usageGuidance: 'usage_guidance', disclosed: true });
    expect(Object.keys(shown)).toEqual(Object.keys(itemFields));
  });

  it('are stored if a change names them, under the names used in requests', () => {
    const change = { noticeText: '', disclosed: 'YES', workflowURL: 'None', licenseId: 1 } as const;
    expect(storedFields(change)).toEqual({ notices_text: '', is_disclosed: true, workflow_url: null });
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
    const named = historyItemFields.map(([name]) => name as string);
    expect(sentItemFields.filter(({ shownName }) => !named.includes(shownName))).toEqual([]);
  });

  it('keep the order of revisions', () => {
    const labels = historyItemFields.map(([, label]) => label);
    expect(labels.slice(0, 4)).toEqual(['Name', 'Description', 'URL', 'Priority']);
    expect(labels.slice(16, 20)).toEqual(['Remediation Notes', 'As-Found Text', 'Notices Text', 'Workflow URL']);
  });

  it('are in reports and in project data, each under one name', () => {
    const reported = reportedFields({ ...stored, workflow_url: null });
    expect(Object.keys(reported)).toHaveLength(namedFields.length);
    expect(reported).toMatchObject({ isDisclosed: true, workflowUrl: '', purl: 'purl', priority: 'P2' });
    const exported = exportedFields(stored, 'found', 'usage', 'note', 'license-text', 'link');
    expect(Object.keys(exported).sort()).toEqual(namedFields.map(({ name }) => name).sort());
  });

  it('of usage and notes are decided when they change, and the notices text by itself', () => {
    expect(decidedChanges(stored, stored)).toEqual([]);
    const after: StoredItemFields = { ...stored, notices_text: 'n', linking: 'STATIC', audit_notes: 'a', name: 'b' };
    expect(decidedChanges(stored, after)).toEqual([
      { kind: 'notice-text', value: { text: 'n' } },
      { kind: 'usage', value: { linking: 'STATIC' } },
      { kind: 'note', value: { auditNotes: 'a' } },
    ]);
  });
});
