// The facts of a CycloneDX document. https://cyclonedx.org/docs/1.7/json/
import type { SbomParty } from '../model.ts';
import type { CheckedComponent, CheckedDocument, CheckedHash, CheckedLicense, CheckedReference } from './checked.ts';
import { fieldsIn, isFields, own, textIn, textsIn } from './values.ts';

type Fields = Record<string, unknown>;

export function checkedCycloneDx(document: Fields): CheckedDocument {
  const metadata = own(document, 'metadata');
  const head: Fields = isFields(metadata) ? metadata : {};
  const primary = own(head, 'component');
  const dependencies = new Map<string, string[]>();
  for (const one of fieldsIn(document, 'dependencies'))
    dependencies.set(textIn(one, 'ref'), [
      ...(dependencies.get(textIn(one, 'ref')) ?? []),
      ...textsIn(one, 'dependsOn'),
    ]);
  const [composition] = fieldsIn(document, 'compositions').map((one) => textIn(one, 'aggregate'));
  const all = nested(document, primary);
  return {
    format: 'CycloneDX',
    version: textIn(document, 'specVersion'),
    id: textIn(document, 'serialNumber'),
    timestamp: textIn(head, 'timestamp'),
    creators: [
      ...partiesIn(head, 'manufacturer'),
      ...partiesIn(head, 'manufacture'),
      ...partiesIn(head, 'authors'),
      ...partiesIn(head, 'supplier'),
    ],
    tools: toolsOf(head),
    contexts: fieldsIn(head, 'lifecycles').map((one) => textIn(one, 'phase') || textIn(one, 'name')),
    ...(isFields(primary) && { primary: componentOf(primary, 'the product') }),
    components: all.filter((one) => !isFile(one)).map((one, at) => componentOf(one, `components[${at}]`)),
    otherKeys: [...all.filter(isFile), ...fieldsIn(document, 'services')].map((one) => textIn(one, 'bom-ref')),
    dependencies,
    completeness: composition ?? '',
    vulnerabilities: fieldsIn(document, 'vulnerabilities').flatMap(vulnerabilitiesOf),
  };
}

function vulnerabilitiesOf(one: Fields): CheckedDocument['vulnerabilities'] {
  const analysis = own(one, 'analysis');
  const said = { id: textIn(one, 'id'), state: isFields(analysis) ? textIn(analysis, 'state') : '' };
  const affects = fieldsIn(one, 'affects').map((ref) => textIn(ref, 'ref'));
  return (affects.length > 0 ? affects : ['']).map((component) => ({ ...said, component }));
}

/** Files are no components that have suppliers and versions. */
const isFile = (one: Fields): boolean => textIn(one, 'type') === 'file';

/** Components may contain components, at any depth, and so may the product. */
function nested(document: Fields, primary: unknown): Fields[] {
  const all: Fields[] = [];
  const inside = isFields(primary) ? fieldsIn(primary, 'components') : [];
  const open = [...fieldsIn(document, 'components'), ...inside].reverse();
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    all.push(one);
    open.push(...fieldsIn(one, 'components').reverse());
  }
  return all;
}

function toolsOf(head: Fields): string[] {
  const tools = own(head, 'tools');
  const all = isFields(tools)
    ? [...fieldsIn(tools, 'components'), ...fieldsIn(tools, 'services')]
    : fieldsIn(head, 'tools');
  return all.map((one) => textIn(one, 'name')).filter((name) => name !== '');
}

/** One party, or a list of them. */
function partiesIn(fields: Fields, name: string): SbomParty[] {
  const value = own(fields, name);
  const all = Array.isArray(value) ? value.filter(isFields) : isFields(value) ? [value] : [];
  return all.map((one): SbomParty => {
    const contacts = [one, ...fieldsIn(one, 'contact')];
    return {
      name: textIn(one, 'name'),
      email: contacts.map((contact) => textIn(contact, 'email')).find((email) => email !== '') ?? '',
      url: [textIn(one, 'url'), ...textsIn(one, 'url')].find((url) => url !== '') ?? '',
    };
  });
}

function componentOf(one: Fields, place: string): CheckedComponent {
  const [name, version] = [textIn(one, 'name'), textIn(one, 'version')];
  const properties = new Map(
    fieldsIn(one, 'properties').map((property) => [textIn(property, 'name'), textIn(property, 'value')]),
  );
  const swid = own(one, 'swid');
  const identifiers = [
    { type: 'purl' as const, value: textIn(one, 'purl') },
    { type: 'cpe' as const, value: textIn(one, 'cpe') },
    { type: 'swid' as const, value: isFields(swid) ? textIn(swid, 'tagId') : '' },
    ...[...textsIn(one, 'omniborId'), ...textsIn(one, 'swhid')].map((value) => ({ type: 'other' as const, value })),
  ];
  const author = textIn(one, 'author') || textIn(one, 'publisher');
  const named = (
    property: string,
    member: 'filename' | 'executable' | 'archive' | 'structured' | 'effectiveLicense',
  ) => {
    const value = properties.get(`bsi:component:${property}`);
    return value === undefined ? {} : { [member]: value };
  };
  return {
    key: textIn(one, 'bom-ref') || textIn(one, 'purl') || place,
    shown: [name || place, version].filter(Boolean).join(' '),
    name,
    version,
    suppliers: partiesIn(one, 'supplier'),
    makers: [
      ...partiesIn(one, 'manufacturer'),
      ...partiesIn(one, 'authors'),
      ...(author === '' ? [] : [{ name: author }]),
    ],
    identifiers: identifiers.filter(({ value }) => value !== ''),
    licenses: fieldsIn(one, 'licenses').flatMap(licenseOf),
    hashes: hashesOf(one),
    references: fieldsIn(one, 'externalReferences').map(
      (reference): CheckedReference => ({
        type: textIn(reference, 'type'),
        url: textIn(reference, 'url'),
        hashes: hashesOf(reference),
      }),
    ),
    ...named('filename', 'filename'),
    ...named('executable', 'executable'),
    ...named('archive', 'archive'),
    ...named('structured', 'structured'),
    ...named('effectiveLicense', 'effectiveLicense'),
    ...named('effectiveLicence', 'effectiveLicense'),
  };
}

function licenseOf(choice: Fields): CheckedLicense[] {
  const license = own(choice, 'license');
  const stated: Fields = isFields(license) ? license : choice;
  const text = textIn(stated, 'id') || textIn(choice, 'expression') || textIn(stated, 'name');
  const acknowledgement = textIn(stated, 'acknowledgement');
  const kind = acknowledgement === 'declared' || acknowledgement === 'concluded' ? acknowledgement : 'unstated';
  return [{ text, kind }];
}

const hashesOf = (fields: Fields): CheckedHash[] =>
  fieldsIn(fields, 'hashes').map((hash) => ({
    algorithm: textIn(hash, 'alg').toUpperCase(),
    value: textIn(hash, 'content'),
  }));
