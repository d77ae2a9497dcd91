// Turns a CycloneDX document in XML into its JSON form, so that one reader serves both. Knows which elements are lists, numbers and the like;
// everything else has the same name in both forms. JSON has no place for elements of other namespaces; they are named and left out.
// https://cyclonedx.org/docs/1.7/xml/ and https://cyclonedx.org/docs/1.7/json/
import { own } from '../../../items.ts';
import { type Element, xmlSteps } from '../../../xml.ts';
import { MOST_COMPONENTS } from '../model.ts';

type Fields = Record<string, unknown>;

/** The namespace of a document up to its version. */
const NAMESPACE = 'http://cyclonedx.org/schema/bom/';
/** The namespace must be named in so many bytes. */
const HEAD_BYTES = 16_384;

export interface ReadCycloneDx {
  /** The JSON form. */
  document: Fields;
  /** Elements of other namespaces, which were left out: `foo:fruit (2)`. */
  leftOut: string[];
}

/** Undefined for anything else than CycloneDX in XML. Throws with the reason if it cannot be read. */
export function cycloneDxOfXml(bytes: Uint8Array): ReadCycloneDx | undefined {
  const steps = cycloneDxSteps(bytes);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Sees the elements of a document while it is parsed. */
export interface XmlWatcher {
  open(element: Element): void;
  close(element: Element): void;
}

/** The same in steps, between which the caller can do other work. */
export function* cycloneDxSteps(bytes: Uint8Array, watcher?: XmlWatcher): Generator<void, ReadCycloneDx | undefined> {
  if (!isCycloneDxXml(bytes)) return undefined;
  const foreign = new Map<string, number>();
  // Components and other long lists are not kept as elements, which need much more memory.
  const lists = new Map<Element, unknown[]>();
  const onOpen = watcher && ((element: Element) => watcher.open(element));
  const onClose = (element: Element, [root, list, inner]: readonly Element[]) => {
    watcher?.close(element);
    if (root === undefined || list === undefined || inner !== undefined) return;
    if (!isList(list, root) || isForeign(element)) return;
    leaveOutForeign(element, foreign);
    const before = lists.get(list) ?? [];
    before.push(elementOf(element, list, root));
    if (before.length > MOST_COMPONENTS) throw new Error(`"${list.name}" has more than ${MOST_COMPONENTS} elements`);
    lists.set(list, before);
    list.children.pop();
  };
  const root = yield* xmlSteps(xmlTextOf(bytes), { isStrict: true, ...(onOpen && { onOpen }), onClose });
  if (root?.name !== 'bom' || root.namespace?.startsWith(NAMESPACE) !== true) return undefined;
  leaveOutForeign(root, foreign);
  const { version = '1', serialNumber } = root.attributes;
  const specVersion = root.namespace.slice(NAMESPACE.length);
  const members = childrenOf(root, (element) => lists.get(element) ?? jsonOf(element, root));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion,
    ...(serialNumber !== undefined && { serialNumber }),
    version: numberOf(version),
    ...members,
  };
  return { document, leftOut: [...foreign].map(([name, count]) => `${name.slice(0, 60)} (${count})`).sort() };
}

/** Removes the elements of other namespaces, and counts them and the attributes that the schema does not have by their names. */
function leaveOutForeign(root: Element, counts: Map<string, number>): void {
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const attributes = Object.keys(next.attributes).filter((name) => !ATTRIBUTES.has(name));
    for (const name of [
      ...next.children.filter(isForeign).map((one) => one.name),
      ...attributes.map((one) => `@${one}`),
    ])
      if (counts.has(name) || counts.size < MOST_NAMES) counts.set(name, (counts.get(name) ?? 0) + 1);
    next.children = next.children.filter((one) => !isForeign(one));
    for (const one of next.children) waiting.push(one);
  }
}

const isForeign = ({ name }: Element) => name.includes(':') || name.startsWith('{');
const MOST_NAMES = 40;

/** True for a document that says so at its beginning, of which the first bytes suffice. Its XML may still be broken. */
export function isCycloneDxXml(bytes: Uint8Array): boolean {
  const head = (decoderOf(bytes) ?? new TextDecoder()).decode(bytes.subarray(0, HEAD_BYTES));
  return head.trimStart().startsWith('<') && head.includes(NAMESPACE);
}

/** Decodes XML by its byte order mark, or by the encoding in its declaration. Throws if the encoding is unknown. */
export function xmlTextOf(bytes: Uint8Array): string {
  const decoder = decoderOf(bytes);
  if (decoder === undefined) throw new Error('its encoding is unknown');
  return decoder.decode(bytes);
}

export function isUtf16(bytes: Uint8Array): boolean {
  return decoderOf(bytes)?.encoding.startsWith('utf-16') === true;
}

function decoderOf(bytes: Uint8Array): TextDecoder | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const [, name = 'utf-8'] = /^[^<]{0,3}<\?xml[^>]{0,100}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head) ?? [];
  // A document of single bytes that says so is none.
  if (/^utf-?16/i.test(name)) return new TextDecoder();
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}

/** Elements that are a list in JSON, by their name or, where others of that name are none, with their parent. */
const LISTS = new Set([
  ...['components', 'services', 'vulnerabilities', 'dependencies', 'compositions', 'annotations', 'formulation'],
  ...['authors', 'lifecycles', 'hashes', 'licenses', 'externalReferences', 'properties', 'tags', 'citations'],
  ...['ancestors', 'descendants', 'variants', 'commits', 'patches', 'resolves', 'references', 'aliases', 'notes'],
  ...['ratings', 'cwes', 'advisories', 'responses', 'affects', 'versions', 'supportingMaterial', 'organizations'],
  ...['individuals', 'endpoints', 'altIds', 'licenseTypes', 'methods', 'occurrences', 'frames', 'parameters'],
  ...[
    'assemblies',
    'subjects',
    'evidence>copyright',
    'identity>tools',
    'service>data',
    'dataflow>source',
    'dataflow>destination',
  ],
  ...['custodians', 'stewards', 'owners', 'users', 'useCases', 'technicalLimitations', 'performanceTradeoffs'],
  ...['ethicalConsiderations', 'fairnessAssessments', 'energyConsumptions', 'performanceMetrics', 'collection'],
  ...['inputs', 'outputs', 'workflows', 'tasks', 'taskTypes', 'taskDependencies', 'steps', 'commands', 'conditions'],
  ...['workspaces', 'resourceReferences', 'runtimeTopology', 'environmentVars', 'datasets', 'cryptoFunctions'],
  ...['certificateExtensions', 'relatedCryptographicAssets', 'cipherSuites', 'algorithms', 'identifiers', 'tlsGroups'],
  ...['tlsSignatureSchemes', 'assessors', 'attestations', 'claims', 'counterClaims', 'mitigationStrategies'],
  ...['declarations>evidence', 'signatories', 'standards', 'requirements', 'levels', 'descriptions', 'patents'],
  ...['patentAssertions', 'patentRefs', 'members', 'pointers', 'expressions'],
]);

/** Elements that may be repeated, and are a list in JSON even if there is one. */
const REPEATED = new Set([
  ...['omniborId', 'swhid', 'component>data', 'sensitiveData', 'energyProviders', 'openCre', 'patentAssignee'],
  ...['manufacture', 'manufacturer', 'supplier', 'provider', 'organization'].flatMap((one) => [
    `${one}>url`,
    `${one}>contact`,
  ]),
  ...['certificationLevel', 'certificateState', 'encr', 'prf', 'integ', 'ke', 'auth', 'cryptoRef', 'map'],
  ...['claim>evidence', 'claim>counterEvidence', 'evidence>data'],
]);

const NUMBERS = new Set([
  ...['score', 'cwe', 'confidence', 'line', 'column', 'offset', 'tagVersion', 'size', 'keyLength'],
  ...['classicalSecurityLevel', 'nistQuantumSecurityLevel', 'activityEnergyCost>value', 'energyProvided>value'],
  ...['co2CostEquivalent>value', 'co2CostOffset>value', 'ke>group'],
]);

const FLAGS = new Set([
  ...['modified', 'authenticated', 'x-trust-boundary', 'isExternal', 'patch', 'thirdParty', 'persistent', 'remote'],
  'esn',
]);

/** Members with another name in JSON. */
const RENAMED: Readonly<Record<string, string>> = {
  'analysis>responses': 'response',
  details: 'expressionDetails',
  'content-type': 'contentType',
  cryptoRef: 'cryptoRefArray',
};

/** Elements whose text is a member beside their attributes. All other elements with a text are that text alone. */
const TEXT_MEMBERS: Readonly<Record<string, string>> = {
  'hashes>hash': 'content',
  'license>text': 'content',
  'details>text': 'content',
  'swid>text': 'content',
  'diff>text': 'content',
  'note>text': 'content',
  'supportingMaterial>attachment': 'content',
  'contents>attachment': 'content',
  'graphic>image': 'content',
  'certificateProperties>fingerprint': 'content',
  'relatedCryptoMaterialProperties>fingerprint': 'content',
  'copyright>text': 'text',
  'properties>property': 'value',
  'environmentVars>environmentVar': 'value',
  'licenses>expression': 'expression',
};

/** Elements around one of several others, which JSON does not have. */
const CHOICES = new Set(['asserter', 'patentAssignee']);

function childrenOf(parent: Element, valueFor = (element: Element) => jsonOf(element, parent)): Fields {
  const members = new Map<string, unknown>();
  for (const element of parent.children) {
    const name = nameIn(parent, element.name);
    const value = valueFor(element);
    const before = members.get(name);
    if (before === undefined) members.set(name, isNamed(REPEATED, parent, element) ? [value] : value);
    else if (Array.isArray(before)) for (const one of Array.isArray(value) ? value : [value]) before.push(one);
    else members.set(name, [before, value]);
  }
  return Object.fromEntries(members);
}

/** The depth of a document is limited by its parser. */
function jsonOf(element: Element, parent: Element): unknown {
  if (isList(element, parent)) return element.children.map((one) => elementOf(one, element, parent));
  if (parent.name === 'licenses' && element.name === 'license') return { license: fieldsOf(element) };
  const text = element.text.trim();
  const textMember = own(TEXT_MEMBERS, `${parent.name}>${element.name}`);
  if (textMember !== undefined) return { ...fieldsOf(element), ...(text !== '' && { [textMember]: text }) };
  // The data of a service have a direction.
  if (element.attributes.flow !== undefined) return { ...fieldsOf(element), classification: text };
  const [only, more] = element.children;
  if (CHOICES.has(element.name) && only !== undefined && more === undefined) return jsonOf(only, element);
  if (only !== undefined) return fieldsOf(element);
  const attributes = Object.keys(element.attributes).filter((name) => ATTRIBUTES.has(name));
  if (text !== '' || attributes.length === 0) return scalarOf(text, element.name, parent);
  return attributes.length === 1 && attributes[0] === 'ref' ? element.attributes.ref : fieldsOf(element);
}

/** An element of a list. */
function elementOf(element: Element, list: Element, parent: Element): unknown {
  return list.name === 'dependencies' && parent.name === 'bom' ? dependencyOf(element) : jsonOf(element, list);
}

/** Those of the schema, which allows others without giving them a meaning. */
const ATTRIBUTES = new Set([
  ...[
    'bom-ref',
    'type',
    'version',
    'name',
    'ref',
    'alg',
    'serialNumber',
    'encoding',
    'content-type',
    'tagVersion',
    'tagId',
    'patch',
  ],
  ...['mime-type', 'flow', 'description', 'acknowledgement', 'license-identifier', 'isExternal', 'expression'],
]);

function fieldsOf(element: Element): Fields {
  const known = Object.entries(element.attributes).filter(([name]) => ATTRIBUTES.has(name));
  const attributes = known.map(([name, value]) => [nameIn(element, name), scalarOf(value, name, element)]);
  return { ...Object.fromEntries(attributes), ...childrenOf(element) };
}

/** Contains those that it depends on and those that it provides. In a composition, a dependency is a reference alone. */
function dependencyOf(element: Element): Fields {
  const refs = (name: string) =>
    element.children.filter((one) => one.name === name).map((one) => one.attributes.ref ?? '');
  const [dependsOn, provides] = [refs('dependency'), refs('provides')];
  return {
    ref: element.attributes.ref ?? '',
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(provides.length > 0 && { provides }),
  };
}

function isList(element: Element, parent: Element): boolean {
  if (element.children.length === 0 && element.text.trim() !== '') return false;
  // Since 1.5, tools are components and services.
  if (element.name === 'tools') return element.children.every(({ name }) => name === 'tool');
  return isNamed(LISTS, parent, element);
}

function isNamed(names: ReadonlySet<string>, parent: Element, { name }: { name: string }): boolean {
  return names.has(name) || names.has(`${parent.name}>${name}`);
}

function nameIn(parent: Element, name: string): string {
  return own(RENAMED, `${parent.name}>${name}`) ?? own(RENAMED, name) ?? name;
}

function scalarOf(text: string, name: string, parent: Element): unknown {
  if (isNamed(NUMBERS, parent, { name })) return numberOf(text);
  if (FLAGS.has(name) && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** A text that is no number stays a text, which readers report. */
function numberOf(text: string): number | string {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}
