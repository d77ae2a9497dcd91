// The settings and custom fields in the data. An import does not change those of its target, because people chose them; the log names the
// differences, so that somebody can apply them. A copy of a project gets all of them.
import { isFields, own } from '@assay/scanner/items';
import type { DataIssue, Members } from '@assay/scanner/member-reader';
import type { Db } from '../db/postgres/connection.ts';
import { projectPart } from './outgoing-document.ts';

/** Other members identify the project or follow from its inventory. */
const SETTINGS = [
  'type',
  'description',
  'status',
  'risk',
  'privateProject',
  'owner',
  'scanProfileName',
  'policyProfileName',
  'autoPublish',
  'minimumConfidence',
  'markAssociatedFilesAsReviewed',
  'doNotPublishInventoryUnknownLicense',
  'deleteEmptyInventory',
  'reviewSettings',
] as const;
const LONGEST_VALUE = 200;

export async function settingIssues(db: Db, projectId: number, theirs: Members): Promise<DataIssue[]> {
  if (Object.keys(theirs).length === 0) return [];
  const ours: Members = await projectPart(db, projectId);
  const settings = SETTINGS.flatMap((name) => {
    const [there, here] = [own(theirs, name), own(ours, name)];
    if (there === undefined || valueText(there) === valueText(here)) return [];
    return [
      {
        code: 'setting-stays',
        path: `project.${name}`,
        message: `The setting "${name}" is ${valueText(there)} in the data and stays ${valueText(here)} here: an import changes no settings.`,
      },
    ];
  });
  const fields = new Map(fieldsOf(ours).map(({ label, value }) => [label.toLowerCase(), value]));
  const others = fieldsOf(theirs).flatMap(({ label, value }) => {
    const here = fields.get(label.toLowerCase());
    if (value === '' || value === here) return [];
    const why = here === undefined ? 'this server has no such field of projects' : `it stays ${valueText(here)} here`;
    return [
      {
        code: 'project-field-stays',
        path: 'project.customFields',
        message: `The custom field ${valueText(label)} of the project is ${valueText(value)} in the data; ${why}.`,
      },
    ];
  });
  return [...settings, ...others];
}

function fieldsOf(project: Members): { label: string; value: string }[] {
  const fields = own(project, 'customFields');
  if (!Array.isArray(fields)) return [];
  return fields.filter(isFields).flatMap((field) => {
    const [label, value] = [own(field, 'fieldLabel'), own(field, 'value')];
    return typeof label === 'string' ? [{ label, value: typeof value === 'string' ? value : '' }] : [];
  });
}

/** Sorts the members, because each database returns them in its own order. */
function valueText(value: unknown): string {
  const ordered = isFields(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
  const text = JSON.stringify(ordered ?? '') ?? '""';
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`.toWellFormed();
}
