// What users see of a field beside its value, and custom fields as an administrator has defined them.
import type { CustomField } from '../api/models.ts';

/** The help text and the error, as a screen reader reads them after the label. */
export function descriptionOf(field: HTMLElement): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** By default a text field of projects. */
export function customField(id: number, fieldLabel: string, more: Partial<CustomField> = {}): CustomField {
  return {
    id,
    scope: 'PROJECT',
    fieldLabel,
    type: 'TEXT',
    helpText: '',
    choices: [],
    enabled: true,
    visible: true,
    ...more,
  };
}
