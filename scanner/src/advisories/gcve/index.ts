// Reads records of GCVE numbering authorities: CVE records with an extension that names the authority and related ids.
// https://gcve.eu/bcp/gcve-bcp-05
// Only the relation "equal" makes two ids the same vulnerability.
import { readCveRecord } from '../cve-record.ts';
import {
  type AdvisoryMember,
  distinct,
  fieldsOf,
  isFields,
  isIdentifier,
  own,
  type Problems,
  quoted,
  recordsOf,
  textField,
} from '../reading.ts';

type Fields = Record<string, unknown>;

export const gcve: AdvisoryMember = {
  name: 'gcve',
  title: 'GCVE',
  format: 'json',
  isMine: (document) =>
    isFields(document) &&
    own(document, 'dataType') === 'CVE_RECORD' &&
    (own(document, 'x_gcve') !== undefined || [cnaOf(document), metadataOf(document)].some(isMarked)),
  read(document, reading) {
    const record = document as Fields;
    const { problems } = reading;
    const extensions = [...extensionsOf(record, problems), ...extensionsOf(cnaOf(record), problems)];
    const metadata = fieldsOf(record, 'cveMetadata', problems);
    const id = [
      textField(metadata, 'vulnId', problems),
      ...extensions.map((one) => textField(one, 'vulnId', problems)),
    ].find((text) => text !== '');
    if (id === undefined || !isIdentifier(id)) {
      problems.add(
        `"vulnId" is ${quoted(id ?? '')}, but must be an id such as GCVE-1-2025-0001; the record was left out.`,
      );
      return;
    }
    const cveId = textField(metadata, 'cveId', problems);
    const aliases = distinct([cveId, ...extensions.flatMap((one) => equalsOf(one, problems))]);
    readCveRecord(record, reading, { id, aliases: aliases.filter((one) => one !== id && isIdentifier(one)) });
  },
};

function metadataOf(record: Fields): Fields {
  const metadata = own(record, 'cveMetadata');
  return isFields(metadata) ? metadata : {};
}

function cnaOf(record: Fields): Fields {
  const containers = own(record, 'containers');
  const cna = isFields(containers) ? own(containers, 'cna') : undefined;
  return isFields(cna) ? cna : {};
}

function isMarked(fields: Fields): boolean {
  return own(fields, 'x_gcve') !== undefined || own(fields, 'vulnId') !== undefined;
}

/** Earlier drafts have one object, later drafts a list. */
function extensionsOf(fields: Fields, problems: Problems): Fields[] {
  const extension = own(fields, 'x_gcve');
  if (extension === undefined) return [];
  return isFields(extension) ? [extension] : recordsOf(fields, 'x_gcve', problems);
}

function equalsOf(extension: Fields, problems: Problems): string[] {
  return recordsOf(extension, 'relationships', problems)
    .filter((one) => textField(one, 'type', problems).toLowerCase() === 'equal')
    .map((one) => textField(one, 'destId', problems) || textField(one, 'dest_id', problems));
}
