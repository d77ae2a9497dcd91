// Merges notes and usage of an imported item into those of the identical existing one. Writes nothing.

import type { DataIssue } from '@assay/scanner/member-reader';
import type { Item } from '../db/inventories/items.ts';
import type { IncomingItem, Notes, Usage } from './incoming.ts';

const COLUMNS = {
  auditorReviewNotes: ['audit_notes', 65_535],
  usageGuidance: ['usage_guidance', 65_535],
  remediationNotes: ['remediation_notes', 65_535],
  noticeText: ['notices_text', 16_777_215],
} as const satisfies Partial<Record<keyof Notes, readonly [keyof Item, number]>>;
type NoteColumn = (typeof COLUMNS)[keyof typeof COLUMNS][0];

export const NO_NOTES: Notes = {
  ...{ auditorReviewNotes: '', usageGuidance: '', remediationNotes: '', noticeText: '', detectionNotes: '' },
  asFoundLicenseText: '',
};

export type NotesBefore = Pick<Item, NoteColumn>;

/** A missing note in the data removes none, and an existing note is not written twice. */
export function mergedNotes(
  before: NotesBefore,
  item: Pick<IncomingItem, 'place' | 'name' | 'notes'>,
  overwrite: boolean,
): { columns: Record<NoteColumn, string>; issues: DataIssue[] } {
  const issues: DataIssue[] = [];
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, [column, most]]) => {
      const [stands, comes] = [before[column], item.notes[name as keyof typeof COLUMNS]];
      const text = overwrite ? comes || stands : appended(stands, comes);
      if (text.length <= most) return [column, text];
      issues.push({
        code: 'note-kept',
        path: `${item.place}.notes.${name}`,
        message: `The ${name} of ${item.name} was not added to: together it would be longer than ${most} characters.`,
      });
      return [column, stands];
    }),
  ) as Record<NoteColumn, string>;
  return { columns, issues };
}

function appended(stands: string, comes: string): string {
  if (comes.trim() === '' || stands.includes(comes)) return stands;
  return stands.trim() === '' ? comes : `${stands}\n\n${comes}`;
}

type UsageColumns = Pick<
  Item,
  'is_disclosed' | 'distribution' | 'part_of_product' | 'linking' | 'modified' | 'encryption'
>;
const NO_USAGE: UsageColumns = {
  is_disclosed: false,
  distribution: 'UNKNOWN',
  part_of_product: 'UNKNOWN',
  linking: 'UNKNOWN',
  modified: 'UNKNOWN',
  encryption: 'UNKNOWN',
};

/** Usage fields that the data lack stay unchanged, or get the defaults of a new item. */
export function usageColumns(usage: Usage, before: UsageColumns = NO_USAGE): UsageColumns {
  return {
    is_disclosed: typeof usage.disclosed === 'boolean' ? usage.disclosed : before.is_disclosed,
    distribution: text(usage.distribution, before.distribution),
    part_of_product: text(usage.partOfProduct, before.part_of_product),
    linking: text(usage.linking, before.linking),
    modified: text(usage.modified, before.modified),
    encryption: text(usage.encryption, before.encryption),
  };
}

function text(value: string | boolean | undefined, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
