// Reads ENISA's vulnerability database in the format of its search results: pages `{ items, total }`, a list of
// records, or one record.
// https://euvd.enisa.europa.eu/apidoc
// Its product names are everyday names, which match no package, so the other records of the group say what is affected. This reader takes names,
// descriptions, scores, and since when a vulnerability is exploited.
import { newAdvisory } from '../advisory.ts';
import {
  type AdvisoryMember,
  distinct,
  identifierField,
  isFields,
  isIdentifier,
  own,
  type Problems,
  quoted,
  type ReadingContext,
  recordsOf,
  textField,
  vectorStatement,
} from '../reading.ts';

type Fields = Record<string, unknown>;

export const euvd: AdvisoryMember = {
  name: 'euvd',
  title: "ENISA's vulnerability database",
  format: 'json',
  isMine: (document) => {
    const list = listOf(document);
    return list !== undefined && isFields(list[0]) && isRecord(list[0]);
  },
  read(document, reading) {
    const list = listOf(document) ?? [];
    for (const one of recordsOf({ items: list }, 'items', reading.problems)) readRecord(one, reading);
  },
};

function listOf(document: unknown): unknown[] | undefined {
  if (Array.isArray(document)) return document;
  if (!isFields(document)) return undefined;
  const items = own(document, 'items');
  if (Array.isArray(items)) return items;
  return isRecord(document) ? [document] : undefined;
}

function isRecord(fields: Fields): boolean {
  return own(fields, 'enisaUuid') !== undefined || /^EUVD-\d/.test(String(own(fields, 'id')));
}

function readRecord(row: Fields, { problems, emit }: ReadingContext): void {
  const id = identifierField(row, 'id', problems);
  if (id === '') return;
  const aliases = linesOf(row, 'aliases', problems).filter((one) => isIdentifier(one) && one !== id);
  const vector = textField(row, 'baseScoreVector', problems);
  const details = textField(row, 'description', problems);
  emit({
    type: 'advisory',
    advisory: {
      ...newAdvisory(id),
      aliases,
      published: momentOf(row, 'datePublished', problems),
      modified: momentOf(row, 'dateUpdated', problems),
      details,
      // A score of -1 means that there is none. A score without its vector cannot be checked.
      severities:
        vector === '' ? [] : vectorStatement(vector, textField(row, 'assigner', problems) || 'EUVD', problems),
      references: linesOf(row, 'references', problems).map((url) => ({ type: 'WEB', url })),
    },
  });
  const since = momentOf(row, 'exploitedSince', problems);
  if (since === null) return;
  const names = [id, ...aliases];
  const name = names.find((one) => one.startsWith('CVE-')) ?? id;
  emit({
    type: 'exploitation',
    exploitation: {
      asserter: 'ENISA',
      id: name,
      aliases: names.filter((one) => one !== name),
      since: since.slice(0, 10),
      due: '',
      isRansomware: false,
      note: '',
    },
  });
}

function linesOf(row: Fields, name: string, problems: Problems): string[] {
  return distinct(textField(row, name, problems).split(/\s+/));
}

/** Reads `Nov 18, 2024, 10:16:15 PM` as UTC, which the database uses without saying so; keeps other forms unchanged. */
function momentOf(row: Fields, name: string, problems: Problems): string | null {
  const text = textField(row, name, problems);
  if (text === '') return null;
  const time = new Date(/^[A-Za-z]{3,9} \d/.test(text) ? `${text} UTC` : text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  problems.add(`"${name}" is ${quoted(text)}, but must be a time such as Nov 18, 2024, 10:16:15 PM; it was left out.`);
  return null;
}
