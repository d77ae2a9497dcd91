// What people put around an SBOM: the answer of GitHub, in-toto statements, DSSE envelopes and Sigstore bundles. A signature is not checked here.
import { isFields, own } from '../../items.ts';
import { textIn } from './fields.ts';

export interface Enveloped {
  /** In words: `the answer of GitHub's dependency graph`. */
  around: string;
  /** The inner document as a value or, if it was encoded, its bytes. */
  value?: Readonly<Record<string, unknown>>;
  bytes?: Uint8Array;
}

/** Undefined for anything else. */
export function insideOf(document: Readonly<Record<string, unknown>>): Enveloped | undefined {
  for (const name of ['sbom', 'Document']) {
    const inner = own(document, name);
    if (isFields(inner) && isSbom(inner)) return { around: 'the answer of an interface', value: inner };
  }
  if (/in-toto\.io\/Statement/.test(textIn(document, '_type'))) return ofStatement(document);
  const bundled = own(document, 'dsseEnvelope');
  const envelope = isFields(bundled) ? bundled : document;
  const payload = textIn(envelope, 'payload');
  if (payload !== '' && (textIn(envelope, 'payloadType') !== '' || own(envelope, 'signatures') !== undefined))
    return { around: 'a DSSE envelope, whose signature was not checked', bytes: Buffer.from(payload, 'base64') };
  return undefined;
}

function ofStatement(statement: Readonly<Record<string, unknown>>): Enveloped | undefined {
  const predicate = own(statement, 'predicate');
  if (!isFields(predicate)) return undefined;
  // Cosign once put the document into a member of its own.
  const data = own(predicate, 'Data');
  if (isFields(data)) return { around: 'an in-toto statement', value: data };
  if (typeof data === 'string') return { around: 'an in-toto statement', bytes: Buffer.from(data) };
  return { around: 'an in-toto statement', value: predicate };
}

function isSbom(document: Readonly<Record<string, unknown>>): boolean {
  return ['spdxVersion', 'bomFormat', 'SPDXID', '@graph', 'artifacts'].some(
    (name) => own(document, name) !== undefined,
  );
}
