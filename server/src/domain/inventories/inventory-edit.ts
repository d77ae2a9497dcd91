// What an item is after somebody has changed its type, component or license: one triad, or a refusal that names the member.
// Writes nothing and looks nothing up; that ids exist, and that the version is one of the component's, is asked beforehand.
//
//   Type             | component and version    | license
//   -----------------+--------------------------+---------------------------------------------
//   COMPONENT        | both needed              | any, or none ("I don't know")
//   LICENSE          | none                     | needed (or an expression of several, as a scan found it)
//   WORK_IN_PROGRESS | none                     | none
//
// Changing the type takes away what the new type does not have. A component may be named only where the item is, or becomes, a
// Component; the license inside `component` and the one beside it must agree when both are given.

import { currentLicenseId } from '../licenses/license-ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { InventoryType } from './inventory.ts';

/** Ids; null where the item has none. */
export interface Triad {
  type: InventoryType;
  componentId: number | null;
  versionId: number | null;
  licenseId: number | null;
  /** True for an expression of several licenses, which has no id. */
  hasExpression?: boolean;
}

export interface TriadInput {
  inventoryType?: InventoryType;
  /** The license id -1 means "I don't know". */
  component?: { id: number; versionId: number; licenseId: number };
  licenseId?: number;
}

const NOTHING: Triad = { type: 'WORK_IN_PROGRESS', componentId: null, versionId: null, licenseId: null };

/** `standing` is undefined for an item that is being created. */
export function triadAfter(standing: Triad | undefined, input: TriadInput): Triad | Refusal {
  const before = standing ?? NOTHING;
  const type = input.inventoryType ?? before.type;
  const { component, licenseId } = input;
  if (component && licenseId !== undefined && currentLicenseId(component.licenseId) !== currentLicenseId(licenseId))
    return refuse(
      'invalid',
      `The fields "component.licenseId" (${component.licenseId}) and "licenseId" (${licenseId}) name different licenses.`,
    );
  if (component && type !== 'COMPONENT')
    return refuse('invalid', 'The field "component" is only for the inventoryType COMPONENT.');
  const given = component?.licenseId ?? licenseId;
  const license = given === undefined ? before.licenseId : given === -1 ? null : currentLicenseId(given);
  switch (type) {
    case 'COMPONENT':
      return componentTriad(before, component, license);
    case 'LICENSE':
      if (license === null && !(before.type === 'LICENSE' && before.hasExpression))
        return refuse('invalid', 'The field "licenseId" is required for the inventoryType LICENSE.');
      return { type, componentId: null, versionId: null, licenseId: license };
    case 'WORK_IN_PROGRESS':
      if (given !== undefined && given !== -1)
        return refuse('invalid', 'The field "licenseId" cannot be combined with the inventoryType WORK_IN_PROGRESS.');
      return NOTHING;
  }
}

function componentTriad(before: Triad, component: TriadInput['component'], licenseId: number | null): Triad | Refusal {
  const componentId = component?.id ?? before.componentId;
  if (componentId === null)
    return refuse('invalid', 'The field "component" is required for the inventoryType COMPONENT.');
  return { type: 'COMPONENT', componentId, versionId: component?.versionId ?? before.versionId, licenseId };
}

export function isSameTriad(a: Triad, b: Triad): boolean {
  return (
    a.type === b.type && a.componentId === b.componentId && a.versionId === b.versionId && a.licenseId === b.licenseId
  );
}
