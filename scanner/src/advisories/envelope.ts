// Records that another program has wrapped in an envelope `{ schema, identifier, item }`, as vunnel does with OSV, NVD
// and CSAF. The inner record is read as if it were alone. https://github.com/anchore/vunnel/tree/main/schema
import { isFields, own } from './reading.ts';

/** What the schema of the envelope says about its item. Undefined if the document is not an envelope. */
export function envelopeKind(document: unknown): string | undefined {
  if (!isFields(document) || !isFields(own(document, 'item'))) return undefined;
  return /\/vunnel\/.*\/schema\/(?:vulnerability\/)?([^/]+)\//.exec(String(own(document, 'schema')))?.[1];
}

export function unwrapped(document: unknown): unknown {
  const kind = envelopeKind(document);
  if (kind === undefined) return document;
  const item = own(document as Record<string, unknown>, 'item') as Record<string, unknown>;
  if (kind === 'osv' || kind === 'csaf-vex') return item;
  if (kind === 'nvd')
    return { format: 'NVD_CVE', vulnerabilities: [isFields(own(item, 'cve')) ? item : { cve: item }] };
  return document;
}
