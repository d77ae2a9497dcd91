// What a person sees of a field beside its value, and custom fields as an administrator has defined them.
import type { CustomField } from '../api/models.ts';

/** Help and problem, as a screen reader would read them after the label. */
export function descriptionOf(field: HTMLElement): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** A text of projects, unless told otherwise. */
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
