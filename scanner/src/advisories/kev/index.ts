// Catalogues of exploited vulnerabilities: that of CISA (https://www.cisa.gov/known-exploited-vulnerabilities-catalog)
// and that of the EU's CSIRTs network, which ENISA publishes. Each authority has its own row, because they need not
// agree.
import {
  type AdvisoryMember,
  identifierField,
  isFields,
  isIdentifier,
  own,
  type ReadingContext,
  recordsOf,
  textField,
  textsOf,
} from '../reading.ts';

type Fields = Record<string, unknown>;

export const cisaKev: AdvisoryMember = {
  name: 'kev-cisa',
  title: "CISA's known exploited vulnerabilities",
  format: 'json',
  isMine: (document) =>
    isFields(document) &&
    own(document, 'catalogVersion') !== undefined &&
    Array.isArray(own(document, 'vulnerabilities')),
  read(document, reading) {
    for (const one of recordsOf(document as Fields, 'vulnerabilities', reading.problems)) readCisa(one, reading);
  },
};

export const euKev: AdvisoryMember = {
  name: 'kev-enisa',
  title: "ENISA's known exploited vulnerabilities",
  format: 'json',
  isMine(document) {
    const first = Array.isArray(document) ? document[0] : undefined;
    return isFields(first) && own(first, 'cveID') !== undefined && own(first, 'originSource') !== undefined;
  },
  read(document, reading) {
    for (const one of recordsOf({ list: document }, 'list', reading.problems)) readEnisa(one, reading);
  },
};

function readCisa(row: Fields, { problems, emit }: ReadingContext): void {
  const id = identifierField(row, 'cveID', problems);
  if (id === '') return;
  emit({
    type: 'exploitation',
    exploitation: {
      asserter: 'CISA',
      id,
      aliases: [],
      since: dayOf(textField(row, 'dateAdded', problems)),
      due: dayOf(textField(row, 'dueDate', problems)),
      isRansomware: textField(row, 'knownRansomwareCampaignUse', problems).toLowerCase() === 'known',
      note: textField(row, 'requiredAction', problems),
    },
  });
}

function readEnisa(row: Fields, { problems, emit }: ReadingContext): void {
  const id = identifierField(row, 'cveID', problems);
  if (id === '') return;
  const types = textsOf(row, 'exploitationType', problems).map((one) => one.toLowerCase());
  const euvd = textField(row, 'euvdID', problems);
  emit({
    type: 'exploitation',
    exploitation: {
      asserter: 'ENISA',
      id,
      aliases: isIdentifier(euvd) ? [euvd] : [],
      since: dayOf(textField(row, 'dateReported', problems)),
      due: '',
      isRansomware: types.includes('ransomware'),
      note: textField(row, 'shortDescription', problems),
    },
  });
}

/** Converts `2026/08/17` and `2026-08-17` to the second form; '' for anything else. */
function dayOf(text: string): string {
  const day = text.replaceAll('/', '-').slice(0, 10);
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : '';
}
