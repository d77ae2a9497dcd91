import { expect, it } from 'vitest';
import { applyRules, type MatchedDetectionRule } from './detection-rules.ts';
import { deriveInventory } from './inventory-derivation.ts';

const RULE: MatchedDetectionRule = {
  ruleId: 1,
  componentId: 10,
  componentName: 'acme',
  componentPurl: '',
  componentUrl: 'https://acme.example',
  componentDescription: 'Anvils',
  versionId: 20,
  versionName: '1.0',
  versionPurl: '',
  licenseId: 30,
  licenseName: 'MIT',
  description: '',
  url: '',
  noticesText: 'n',
  auditNotes: 'a',
  asFoundLicenseText: 't',
  files: ['b.c', 'a.c', 'b.c'],
};
const NOTHING = { items: [], links: [] };

it('makes one item of a rule that matches files', () => {
  const { wanted, rules } = applyRules(NOTHING, [RULE]);
  expect(wanted.items).toMatchObject([
    {
      identity: 'rule:10:20:30',
      type: 'COMPONENT',
      name: 'acme 1.0 (MIT)',
      description: 'Anvils',
      url: 'https://acme.example',
      confidence: 'HIGH',
      files: ['a.c', 'b.c'],
      createdBy: 'High Confidence Auto-WriteUp Rule',
    },
  ]);
  expect(rules.get('rule:10:20:30')).toBe(RULE);
});

it('makes no item of a rule that matches no file', () => {
  expect(applyRules(NOTHING, [{ ...RULE, files: [] }]).wanted.items).toEqual([]);
});

it('combines rules of the same component, version and license, and separates others', () => {
  const { wanted } = applyRules(NOTHING, [
    RULE,
    { ...RULE, ruleId: 2, files: ['c.c'] },
    { ...RULE, ruleId: 3, versionId: 21, versionName: '2.0' },
  ]);
  expect(wanted.items.map(({ identity, files }) => [identity, files])).toEqual([
    ['rule:10:20:30', ['a.c', 'b.c', 'c.c']],
    ['rule:10:21:30', ['a.c', 'b.c']],
  ]);
});

it('adds its files to the item of the same component, version and license that the scan found', () => {
  const found = deriveInventory(
    [
      {
        purl: 'pkg:npm/acme@1.0',
        version: '1.0',
        licenseExpression: 'MIT',
        files: ['package-lock.json'],
        scope: 'runtime',
        dependencies: [],
      },
    ],
    [],
  );
  const { wanted, rules } = applyRules(found, [{ ...RULE, componentPurl: 'pkg:npm/acme' }]);
  expect(wanted.items.map((item) => item.files)).toEqual([['a.c', 'b.c', 'package-lock.json']]);
  expect(wanted.items[0]!.identity).toBe(found.items[0]!.identity);
  expect(rules.size).toBe(0);
});
