// BOM-Links: how documents of CycloneDX name each other, and elements of each other.
// https://cyclonedx.org/capabilities/bomlink/
import type { DocumentLinks, SbomEdge, SbomFinding } from '../model.ts';

const LINK = /^urn:cdx:([0-9a-f-]{36})\/([1-9]\d{0,15})(?:#(.*))?$/is;

/** The document and the element that a BOM-Link names; undefined for other references. */
export function elementOfBomLink(ref: string): { document: string; id: string } | undefined {
  const [, uuid, version, id = ''] = LINK.exec(ref) ?? [];
  return uuid === undefined ? undefined : { document: `urn:cdx:${uuid.toLowerCase()}/${version}`, id: decoded(id) };
}

/** The link to a document itself; '' if it has no serial number, as then nobody can name it. A document without a version is the first. */
export function bomLinkOf(serial: string, version: unknown): string {
  const uuid = /^urn:uuid:([0-9a-f-]{36})$/i.exec(serial)?.[1];
  return uuid === undefined ? '' : `urn:cdx:${uuid.toLowerCase()}/${Number(version ?? 1)}`;
}

/** A document may name its own elements by links. */
export function withoutOwnLink(ref: string, self: string): string {
  const element = elementOfBomLink(ref);
  return element === undefined || element.document !== self || element.id === '' ? ref : element.id;
}

export function linksOf(self: string, edges: readonly SbomEdge[], findings: readonly SbomFinding[]): DocumentLinks {
  const documents = new Set<string>();
  const add = (ref: string) => {
    const element = elementOfBomLink(ref);
    if (element !== undefined) documents.add(element.document);
  };
  for (const { from, to } of edges) for (const ref of [from, to]) add(ref);
  for (const { refs } of findings) for (const ref of refs) add(ref);
  return { self, documents: [...documents], elsewhere: elementOfBomLink, scopes: [], madeOf: new Map() };
}

/** References are percent-encoded in a link; what is not encoded as it should be is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
