// Fills in SPDX 2 in its JSON form.
import { isFields, own } from '../../items.ts';
import { uuidOf } from '../document-uuid.ts';
import { spdxTime } from '../write/spdx-ids.ts';
import {
  Additions,
  type EditableFields,
  type Filled,
  type FilledField,
  type Filling,
  isMissing,
  isUnstated,
  listed,
  missingDependencies,
  type PlacedComponent,
  textIn,
  titleOf,
  toldDependencies,
} from './additions.ts';
import type { ComponentKnowledge } from './known.ts';

export function fillSpdx2(
  document: Readonly<EditableFields>,
  knowledge: ComponentKnowledge,
  { at, tool }: Filling,
): Filled {
  const filled: FilledField[] = [];
  const annotator = `Tool: ${tool.name}-${tool.version}`;
  const placed: PlacedComponent[] = [];
  const packages = own(document, 'packages');
  const written = !Array.isArray(packages)
    ? packages
    : packages.map((one, number) => {
        if (!isFields(one)) return one;
        const { additions, purl } = spdx2Additions(one, knowledge);
        const place = `packages[${number}]`;
        const component = titleOf(textIn(one, 'name'), textIn(one, 'versionInfo'));
        filled.push(...additions.told(place, component));
        placed.push({ purl, ref: textIn(one, 'SPDXID'), place, component });
        if (additions.said.length === 0) return one;
        const annotations = own(one, 'annotations');
        const words = additions.said.map(({ field, source }) => `${field} from ${source}`).join('; ');
        return {
          ...one,
          ...additions.members,
          annotations: [
            ...(Array.isArray(annotations) ? annotations : []),
            { annotationDate: spdxTime(at), annotationType: 'OTHER', annotator, comment: `Filled in: ${words}.` },
          ],
        };
      });
  const relationships = withDependencies(own(document, 'relationships'), { knowledge, filled, placed });
  if (filled.length === 0) return { document, filled, isSignatureLeftOut: false };
  // No two documents may have one namespace.
  const namespace = textIn(document, 'documentNamespace');
  const copy = { ...document, packages: written, ...(relationships && { relationships }) };
  return {
    document:
      namespace === '' ? copy : { ...copy, documentNamespace: `${namespace}-filled-${uuidOf([namespace, filled])}` },
    filled,
    isSignatureLeftOut: false,
  };
}

interface DependencyFilling {
  knowledge: ComponentKnowledge;
  filled: FilledField[];
  placed: PlacedComponent[];
}

/** With what packages need of which no relationship says so; undefined if nothing is added. */
function withDependencies(stated: unknown, { knowledge, filled, placed }: DependencyFilling): unknown[] | undefined {
  if (stated !== undefined && !Array.isArray(stated)) return undefined;
  const before: unknown[] = stated ?? [];
  const refs = new Set(before.flatMap((one) => (isFields(one) ? dependentIn(one) : [])));
  const added = missingDependencies(placed, (ref) => refs.has(ref), knowledge);
  filled.push(...toldDependencies(added, 'relationships'));
  if (added.length === 0) return undefined;
  const relationships = added.flatMap(({ from, to, source }) =>
    to.map((ref) => ({
      ...{ spdxElementId: from.ref, relationshipType: 'DEPENDS_ON', relatedSpdxElement: ref },
      comment: `Filled in from ${source}.`,
    })),
  );
  return [...before, ...relationships];
}

function dependentIn(relationship: EditableFields): string[] {
  const type = textIn(relationship, 'relationshipType');
  if (type === 'DEPENDS_ON') return [textIn(relationship, 'spdxElementId')];
  return type.endsWith('DEPENDENCY_OF') ? [textIn(relationship, 'relatedSpdxElement')] : [];
}

function spdx2Additions(one: EditableFields, knowledge: ComponentKnowledge): { additions: Additions; purl: string } {
  const references = own(one, 'externalRefs');
  const refs: unknown[] = Array.isArray(references) ? references : [];
  const purl = refs.flatMap((ref) =>
    isFields(ref) && textIn(ref, 'referenceType') === 'purl' ? textIn(ref, 'referenceLocator') : [],
  )[0];
  const known = knowledge.of({
    ...{ purl: purl ?? '', group: '', name: textIn(one, 'name'), version: textIn(one, 'versionInfo') },
  });
  const additions = new Additions();
  if (purl === undefined)
    additions.add('externalRefs', known.purl, (locator) => [
      ...refs,
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: locator },
    ]);
  if (isUnstated(one, 'licenseDeclared')) additions.add('licenseDeclared', listed(known.declared), (value) => value);
  if (isUnstated(one, 'licenseConcluded')) additions.add('licenseConcluded', listed(known.concluded), (value) => value);
  if (isUnstated(one, 'supplier'))
    additions.add('supplier', known.supplier, (name) => `Organization: ${name.replace(/\s+/g, ' ')}`);
  if (isMissing(one, 'checksums'))
    additions.add('checksums', known.hashes, (all) =>
      all.map(({ algorithm, value }) => ({ algorithm: algorithm.replace('SHA-', 'SHA'), checksumValue: value })),
    );
  if (isUnstated(one, 'copyrightText')) additions.add('copyrightText', known.copyright, (value) => value);
  return { additions, purl: purl ?? known.purl?.value ?? '' };
}
