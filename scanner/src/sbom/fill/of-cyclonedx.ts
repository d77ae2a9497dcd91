// Fills in CycloneDX in its JSON form.
import { isFields, own } from '../../items.ts';
import {
  Additions,
  type EditableFields,
  type Filled,
  type FilledField,
  isMissing,
  missingDependencies,
  type PlacedComponent,
  textIn,
  titleOf,
  toldDependencies,
  valid,
} from './additions.ts';
import type { ComponentKnowledge } from './known.ts';

export function fillCycloneDx(document: Readonly<EditableFields>, knowledge: ComponentKnowledge): Filled {
  const version = textIn(document, 'specVersion');
  const filled: FilledField[] = [];
  const placed: PlacedComponent[] = [];
  const filling = { version, knowledge, filled, placed };
  const components = cycloneDxComponents(own(document, 'components'), 'components', filling);
  const dependencies = version >= '1.2' ? withDependencies(own(document, 'dependencies'), filling) : undefined;
  if (filled.length === 0) return { document, filled, isSignatureLeftOut: false };
  const copy: EditableFields = { ...document, components, ...(dependencies && { dependencies }) };
  const { signature, ...rest } = copy;
  const revision = Number(own(document, 'version'));
  return {
    document: { ...rest, version: Number.isInteger(revision) ? revision + 1 : 1 },
    filled,
    isSignatureLeftOut: signature !== undefined,
  };
}

interface CycloneDxFilling {
  version: string;
  knowledge: ComponentKnowledge;
  filled: FilledField[];
  placed: PlacedComponent[];
}

/** With what components need that have no entry; undefined if nothing is added. */
function withDependencies(stated: unknown, { knowledge, filled, placed }: CycloneDxFilling): unknown[] | undefined {
  if (stated !== undefined && !Array.isArray(stated)) return undefined;
  const before: unknown[] = stated ?? [];
  const refs = new Set(before.flatMap((one) => (isFields(one) ? textIn(one, 'ref') : [])));
  const added = missingDependencies(placed, (ref) => refs.has(ref), knowledge);
  filled.push(...toldDependencies(added, 'dependencies'));
  return added.length === 0
    ? undefined
    : [...before, ...added.map(({ from, to }) => ({ ref: from.ref, dependsOn: to }))];
}

/** Elements that are no components stay as they are. The depth of a document is limited by its parser. */
function cycloneDxComponents(list: unknown, place: string, filling: CycloneDxFilling): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((one, at) => (isFields(one) ? cycloneDxComponent(one, `${place}[${at}]`, filling) : one));
}

function cycloneDxComponent(component: EditableFields, place: string, filling: CycloneDxFilling): EditableFields {
  const wanted = {
    ...{ purl: textIn(component, 'purl'), group: textIn(component, 'group') },
    ...{ name: textIn(component, 'name'), version: textIn(component, 'version') },
  };
  // Files and services have no package that a source could know.
  const known = textIn(component, 'type') === 'file' ? {} : filling.knowledge.of(wanted);
  const additions = new Additions();
  if (isMissing(component, 'purl')) additions.add('purl', known.purl, (value) => value);
  if (isMissing(component, 'licenses'))
    additions.add('licenses', valid(known.concluded) ?? valid(known.declared), (expression) => [
      {
        expression,
        ...(filling.version >= '1.6' && { acknowledgement: valid(known.concluded) ? 'concluded' : 'declared' }),
      },
    ]);
  if (isMissing(component, 'supplier') && filling.version >= '1.2')
    additions.add('supplier', known.supplier, (name) => ({ name }));
  if (isMissing(component, 'hashes'))
    additions.add('hashes', known.hashes, (all) =>
      all.map(({ algorithm, value }) => ({ alg: algorithm, content: value })),
    );
  if (isMissing(component, 'copyright')) additions.add('copyright', known.copyright, (value) => value);
  const title = titleOf(wanted.name, wanted.version);
  filling.filled.push(...additions.told(place, title));
  const purl = wanted.purl || String(additions.members.purl ?? '');
  filling.placed.push({ purl, ref: textIn(component, 'bom-ref'), place, component: title });
  const inner = own(component, 'components');
  const properties = own(component, 'properties');
  return {
    ...component,
    ...additions.members,
    ...(inner !== undefined && { components: cycloneDxComponents(inner, `${place}.components`, filling) }),
    ...(additions.said.length > 0 &&
      filling.version >= '1.3' && {
        properties: [
          ...(Array.isArray(properties) ? properties : []),
          ...additions.said.map(({ field, source }) => ({ name: `assay:filled:${field}`, value: source })),
        ],
      }),
  };
}
