import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { type Triad, type TriadInput, triadAfter } from './inventory-edit.ts';

const component: Triad = { type: 'COMPONENT', componentId: 5, versionId: 6, licenseId: 7 };
const license: Triad = { type: 'LICENSE', componentId: null, versionId: null, licenseId: 7 };
const progress: Triad = { type: 'WORK_IN_PROGRESS', componentId: null, versionId: null, licenseId: null };
const other = { id: 8, versionId: 9, licenseId: 10 };

describe('triadAfter', () => {
  it.each<[string, Triad | undefined, TriadInput, Triad | string]>([
    ['nothing said', component, {}, component],
    ['another license', component, { licenseId: 10 }, { ...component, licenseId: 10 }],
    ["I don't know", component, { licenseId: -1 }, { ...component, licenseId: null }],
    [
      'another component',
      component,
      { component: other },
      { type: 'COMPONENT', componentId: 8, versionId: 9, licenseId: 10 },
    ],
    [
      'the license twice, with equal values',
      component,
      { component: other, licenseId: 10 },
      { type: 'COMPONENT', componentId: 8, versionId: 9, licenseId: 10 },
    ],
    ['the license twice, with different values', component, { component: other, licenseId: 11 }, 'different licenses'],
    ['to a license', component, { inventoryType: 'LICENSE' }, license],
    [
      'to a license, without a license',
      { ...component, licenseId: null },
      { inventoryType: 'LICENSE' },
      '"licenseId" is required',
    ],
    ['to work in progress', component, { inventoryType: 'WORK_IN_PROGRESS' }, progress],
    [
      'from work in progress',
      progress,
      { inventoryType: 'COMPONENT', component: other },
      { type: 'COMPONENT', componentId: 8, versionId: 9, licenseId: 10 },
    ],
    ['from work in progress without saying so', progress, { component: other }, '"component" is only for'],
    ['a component of a license', license, { component: other }, '"component" is only for'],
    ['a component without one', progress, { inventoryType: 'COMPONENT' }, '"component" is required'],
    ['a license of work in progress', progress, { licenseId: 10 }, 'cannot be combined with'],
    [
      'a new component',
      undefined,
      { inventoryType: 'COMPONENT', component: other },
      { type: 'COMPONENT', componentId: 8, versionId: 9, licenseId: 10 },
    ],
    ['a new license', undefined, { inventoryType: 'LICENSE', licenseId: 7 }, license],
    ['new work in progress', undefined, { inventoryType: 'WORK_IN_PROGRESS' }, progress],
  ])('%s', (_what, standing, input, expected) => {
    const answer = triadAfter(standing, input);
    if (typeof expected === 'string') expect(isRefusal(answer) && answer.refusal.message).toContain(expected);
    else expect(answer).toEqual(expected);
  });
});
