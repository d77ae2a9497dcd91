// Turns the RDF/XML form of an SPDX 2 document, as FOSSology writes it, into the JSON form. Empty elements are references to others and are
// skipped. https://spdx.github.io/spdx-spec/v2.3/ (each field's "RDF")
import { attribute, child, childText, descendants, type Element, parseXml } from '../../../xml.ts';
import type { Fields } from '../fields.ts';
import { joinedLicenses } from '../joined.ts';

/** Depth of nested license sets. This also ends a set that contains itself. */
const MOST_NESTED = 30;

/** Undefined for XML that is not SPDX. Throws the parser's reason if the XML is not well-formed. */
export function spdxOfRdf(text: string): Fields | undefined {
  const root = parseXml(text, { refusesEntities: true });
  const head = root && descendants(root, 'SpdxDocument').find((one) => childText(one, 'specVersion') !== '');
  if (root === undefined || head === undefined) return undefined;
  const nodes = namedNodes(root);
  const license = (element: Element, name: string) => {
    const said = child(element, name);
    return said ? licenseOf(said, nodes, 0) : '';
  };
  const texts = (element: Element) => ({
    licenseConcluded: license(element, 'licenseConcluded'),
    licenseComments: childText(element, 'licenseComments'),
    comment: childText(element, 'comment'),
  });
  return {
    spdxVersion: childText(head, 'specVersion'),
    ...stated({
      SPDXID: idOfElement(head),
      dataLicense: idOf(resource(child(head, 'dataLicense'))) || childText(head, 'dataLicense'),
      comment: childText(head, 'comment'),
    }),
    ...creationOf(head),
    name: childText(head, 'name'),
    documentNamespace: namespaceOf(head),
    packages: descendants(root, 'Package')
      .filter((one) => childText(one, 'name') !== '')
      .map((one) => ({
        SPDXID: idOfElement(one),
        name: childText(one, 'name'),
        versionInfo: childText(one, 'versionInfo'),
        licenseDeclared: license(one, 'licenseDeclared'),
        copyrightText: noneOf(child(one, 'copyrightText')),
        homepage: noneOf(child(one, 'homepage')),
        // A strict reading wants it even where nobody knows it.
        ...(child(one, 'downloadLocation') && { downloadLocation: noneOf(child(one, 'downloadLocation')) }),
        ...stated({
          supplier: childText(one, 'supplier'),
          originator: childText(one, 'originator'),
          sourceInfo: childText(one, 'sourceInfo'),
        }),
        ...(checksumsOf(one).length > 0 && { checksums: checksumsOf(one) }),
        description: childText(one, 'description'),
        summary: childText(one, 'summary'),
        externalRefs: descendants(one, 'ExternalRef').map((ref) => ({
          referenceType: lastOf(resource(child(ref, 'referenceType'))),
          referenceLocator: childText(ref, 'referenceLocator'),
        })),
        ...texts(one),
        ...othersOf(one),
      })),
    files: descendants(root, 'File')
      .filter((one) => childText(one, 'fileName') !== '')
      .map((one) => ({
        SPDXID: idOfElement(one),
        fileName: childText(one, 'fileName'),
        checksums: checksumsOf(one),
        ...texts(one),
        ...othersOf(one),
      })),
    relationships: relationshipsIn(root),
    snippets: descendants(root, 'Snippet')
      .filter((one) => one.children.length > 0)
      .map((one) => ({ SPDXID: idOfElement(one), snippetFromFile: fileOfSnippet(one) })),
    hasExtractedLicensingInfos: descendants(root, 'ExtractedLicensingInfo')
      .filter((one) => childText(one, 'extractedText') !== '')
      .map((one) => ({
        licenseId: childText(one, 'licenseId') || idOfElement(one),
        extractedText: childText(one, 'extractedText'),
        ...stated({ name: childText(one, 'name'), comment: childText(one, 'comment') }),
      })),
  };
}

function fileOfSnippet(snippet: Element): string {
  const from = child(snippet, 'snippetFromFile');
  const address = resource(from);
  const inner = from?.children[0];
  return address === '' && inner !== undefined ? idOfElement(inner) : lastOf(address);
}

function creationOf(head: Element): Fields {
  const creation = descendants(head, 'CreationInfo')[0];
  if (creation === undefined) return {};
  const creators = creation.children.filter(({ name }) => name === 'creator').map(({ text }) => text.trim());
  return { creationInfo: { ...stated({ created: childText(creation, 'created') }), creators } };
}

/** Without the members that nobody states. */
function stated(members: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== 'NOASSERTION'));
}

function checksumsOf(element: Element) {
  return element.children
    .filter(({ name }) => name === 'checksum')
    .flatMap((one) => descendants(one, 'Checksum'))
    .map((sum) => ({
      algorithm: lastOf(resource(child(sum, 'algorithm')))
        .replace(/^checksumAlgorithm_/, '')
        .toUpperCase(),
      checksumValue: childText(sum, 'checksumValue'),
    }));
}

/** The part after the document's namespace: `SPDXRef-Package`. */
function idOfElement(element: Element): string {
  const address = attribute(element, 'about') || attribute(element, 'ID') || attribute(element, 'nodeID');
  return address.slice(address.lastIndexOf('#') + 1);
}

function namespaceOf(document: Element): string {
  const about = attribute(document, 'about');
  return about.includes('#') ? about.slice(0, about.lastIndexOf('#')) : about;
}

/** Relationships stand inside the element from which they begin. */
function relationshipsIn(root: Element): Fields[] {
  const found: Fields[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const from = next;
    for (const one of from.children.filter(({ name }) => name === 'relationship'))
      for (const said of one.children.filter(({ name }) => name === 'Relationship')) {
        const related = child(said, 'relatedSpdxElement');
        const to = related?.children[0] ? idOfElement(related.children[0]) : lastOf(resource(related));
        const type = lastOf(resource(child(said, 'relationshipType'))).replace(/^relationshipType_/, '');
        if (type === '') continue;
        const words = type.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
        found.push({ spdxElementId: idOfElement(from), relatedSpdxElement: to, relationshipType: words });
      }
    for (const one of from.children) waiting.push(one);
  }
  return found;
}

/** Properties that are read, or that only tie the elements of the document together. */
const READ = new Set([
  ...['name', 'versionInfo', 'licenseDeclared', 'licenseConcluded', 'licenseComments', 'comment', 'copyrightText'],
  ...['homepage', 'description', 'summary', 'externalRef', 'fileName', 'checksum', 'relationship', 'hasFile'],
  ...['filesAnalyzed', 'relatedSpdxElement', 'downloadLocation', 'supplier', 'originator', 'sourceInfo'],
]);

/** The other properties, so that they are reported, and the copyrights of a file, which are not imported. */
function othersOf(element: Element): Fields {
  const others = element.children.filter(({ name }) => !READ.has(name)).map(({ name }) => [name, true]);
  const copyright = element.name === 'File' ? noneOf(child(element, 'copyrightText')) : '';
  return {
    ...Object.fromEntries(others),
    ...(/^(?:|NOASSERTION|NONE)$/.test(copyright) ? {} : { copyrightText: true }),
  };
}

/** Elements by the name in `rdf:nodeID` or `rdf:resource` of other elements. */
function namedNodes(root: Element): ReadonlyMap<string, Element> {
  const nodes = new Map<string, Element>();
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const name = attribute(next, 'nodeID') || attribute(next, 'about');
    if (name !== '' && next.children.length > 0) nodes.set(name, next);
    for (const one of next.children) waiting.push(one);
  }
  return nodes;
}

/** An exception binds closer than the others. */
const SEVERAL = / (?:AND|OR) /;

/** The license expression in a property of an element, given as an address, a node or a nested element. */
function licenseOf(said: Element, nodes: ReadonlyMap<string, Element>, depth: number): string {
  if (depth > MOST_NESTED) return '';
  const address = resource(said);
  const node = said.children[0] ?? nodes.get(address || attribute(said, 'nodeID'));
  if (node === undefined) return address === '' ? said.text.trim() : idOf(address);
  const members = node.children
    .filter(({ name }) => name === 'member')
    .map((member) => licenseOf(member, nodes, depth + 1))
    .filter((one) => one !== '');
  switch (node.name) {
    case 'ConjunctiveLicenseSet':
      return joinedLicenses(members, 'AND', SEVERAL);
    case 'DisjunctiveLicenseSet':
      return joinedLicenses(members, 'OR', SEVERAL);
    case 'OrLaterOperator':
      return members[0] === undefined ? '' : `${members[0]}+`;
    case 'WithExceptionOperator': {
      const exception = descendants(node, 'licenseExceptionId')[0]?.text.trim() ?? '';
      return members[0] === undefined || exception === '' ? (members[0] ?? '') : `${members[0]} WITH ${exception}`;
    }
    default:
      return childText(node, 'licenseId') || idOf(attribute(node, 'about') || address);
  }
}

const resource = (element: Element | undefined) => (element ? attribute(element, 'resource') : '');
const lastOf = (address: string) => address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf('#')) + 1);

function idOf(address: string): string {
  const id = lastOf(address);
  return /^(?:noassertion|none)$/i.test(id) ? id.toUpperCase() : id;
}

/** A text, or the address that means "none". */
function noneOf(element: Element | undefined): string {
  const text = element?.text.trim() ?? '';
  return text === '' ? idOf(resource(element)) : text;
}
