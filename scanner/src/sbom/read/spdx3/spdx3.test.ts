// What an SPDX 3 graph says of licenses and scopes, in any order of its elements.
import { expect, it } from 'vitest';
import { readSbomDocument } from '../index.ts';

const CONTEXT = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
const pack = (id: string) => ({ type: 'software_Package', spdxId: id, name: id });
const relation = (from: string, relationshipType: string, to: string, more: object = {}) => ({
  ...{ type: 'Relationship', spdxId: `${from} ${relationshipType} ${to}`, from, relationshipType, to: [to] },
  ...more,
});
const read = (...graph: object[]) => readSbomDocument({ '@context': CONTEXT, '@graph': graph })!;

const MIT = { type: 'expandedlicensing_ListedLicense', spdxId: 'https://spdx.org/licenses/MIT', name: 'MIT License' };
const GPL = {
  type: 'expandedlicensing_ListedLicense',
  spdxId: 'http://spdx.org/licenses/GPL-2.0-only',
  name: 'GNU General Public License v2.0 only',
};
const OWN = { type: 'expandedlicensing_CustomLicense', spdxId: 'https://example.org/doc#LicenseRef-own', name: 'Ours' };
const CLASSPATH = {
  type: 'expandedlicensing_ListedLicenseException',
  spdxId: 'https://spdx.org/licenses/Classpath-exception-2.0',
  name: 'Classpath exception 2.0',
};
const either = (id: string, ...member: string[]) => ({
  type: 'expandedlicensing_DisjunctiveLicenseSet',
  spdxId: id,
  expandedlicensing_member: member,
});
const both = (id: string, ...member: string[]) => ({
  type: 'expandedlicensing_ConjunctiveLicenseSet',
  spdxId: id,
  expandedlicensing_member: member,
});

it.each([
  ['a listed one', MIT.spdxId, [MIT], 'MIT'],
  ['one that only its address names', MIT.spdxId, [], 'MIT'],
  ['one of the document', OWN.spdxId, [OWN], 'LicenseRef-own'],
  ['a choice', 'urn:or', [either('urn:or', MIT.spdxId, GPL.spdxId), MIT, GPL], 'MIT OR GPL-2.0-only'],
  [
    'a set inside a set',
    'urn:and',
    [both('urn:and', 'urn:or', OWN.spdxId), OWN, either('urn:or', MIT.spdxId, GPL.spdxId), MIT, GPL],
    '(MIT OR GPL-2.0-only) AND LicenseRef-own',
  ],
  [
    'one with an exception',
    'urn:with',
    [
      {
        type: 'expandedlicensing_WithAdditionOperator',
        spdxId: 'urn:with',
        expandedlicensing_subjectExtendableLicense: GPL.spdxId,
        expandedlicensing_subjectAddition: CLASSPATH.spdxId,
      },
      GPL,
      CLASSPATH,
    ],
    'GPL-2.0-only WITH Classpath-exception-2.0',
  ],
  ['a set that contains itself', 'urn:or', [either('urn:or', 'urn:or')], ''],
])('%s', (_what, license, elements, expression) => {
  const { parts } = read(relation('a', 'hasDeclaredLicense', license), pack('a'), ...elements);
  expect(parts[0]?.declared).toBe(expression);
});

const scoped = (from: string, to: string, scope: string, type = 'dependsOn') =>
  relation(from, type, to, { type: 'LifecycleScopedRelationship', spdxId: `${from} ${to} ${scope} ${type}`, scope });

it.each([
  ['development alone', [scoped('a', 'b', 'development')], 'excluded'],
  ['run time', [scoped('a', 'b', 'runtime')], 'required'],
  ['run time beside development', [scoped('a', 'b', 'development'), scoped('c', 'b', 'runtime')], 'required'],
  ['a plain relation beside development', [scoped('a', 'b', 'test'), relation('c', 'dependsOn', 'b')], ''],
  ['an optional one', [scoped('a', 'b', 'runtime', 'hasOptionalDependency')], 'optional'],
  ['no relation', [], ''],
])('scope by %s', (_what, relations, scope) => {
  const { parts, edges } = read(...relations, pack('a'), pack('b'), pack('c'));
  expect(parts.find(({ ref }) => ref === 'b')?.scope).toBe(scope);
  expect(edges).toHaveLength(relations.length);
});
