// The CVE list: https://cveproject.github.io/cve-schema/
import { readCveRecord } from '../cve-record.ts';
import { type AdvisoryMember, isFields, own } from '../reading.ts';

export const cve: AdvisoryMember = {
  name: 'cve',
  title: 'CVE list',
  format: 'json',
  isMine: (document) => isFields(document) && own(document, 'dataType') === 'CVE_RECORD',
  read: (document, reading) => readCveRecord(document as Record<string, unknown>, reading),
};
