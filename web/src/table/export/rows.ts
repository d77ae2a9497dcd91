// Rows of the interface as a table of plain values, for a spreadsheet: one column for each member that a row has.
export type Value = string | number;

export interface Sheet {
  /** Names of the members, in words. */
  header: string[];
  rows: Value[][];
  /** What the reader must know: what was left out, and why. Blank if nothing was. */
  note: string;
}

/** Spreadsheets cut longer texts off. */
const LONGEST_TEXT = 32_000;

export function sheetOf(rows: readonly object[], total: number): Sheet {
  const names = new Map<string, number>();
  const flat = rows.map((row) => {
    const members = membersOf(row);
    for (const name of members.keys()) if (!names.has(name)) names.set(name, names.size);
    return members;
  });
  let isCut = false;
  const value = (members: Map<string, unknown>, name: string): Value => {
    const plain = plainOf(members.get(name));
    if (typeof plain === 'number' || plain.length <= LONGEST_TEXT) return plain;
    isCut = true;
    return `${plain.slice(0, LONGEST_TEXT)}…`;
  };
  const cells = flat.map((members) => [...names.keys()].map((name) => value(members, name)));
  const limits = [
    ...(rows.length < total ? [`This file has the first ${rows.length} of ${total} rows.`] : []),
    ...(isCut ? [`Texts of more than ${LONGEST_TEXT} characters are cut off; they end with …`] : []),
  ];
  return { header: [...names.keys()].map(words), rows: cells, note: limits.join(' ') };
}

/** Members of members are columns of their own: `component name`. */
function membersOf(row: object): Map<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    if (name === 'entityVersion') continue;
    if (!isFields(value)) members.set(name, value);
    else for (const [inner, one] of Object.entries(value)) members.set(`${name} ${inner}`, one);
  }
  return members;
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainOf(value: unknown): Value {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => String(plainOf(one))).join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** "inventoryName" is "Inventory name". */
function words(name: string): string {
  const text = name.replaceAll(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Spreadsheets read a text that begins with one of these as a formula. An apostrophe in front keeps it a text. */
const LOOKS_LIKE_A_FORMULA = /^[=+\-@\t\r]/;

export function csvOf({ header, rows, note }: Sheet): string {
  const lines = [header, ...rows, ...(note === '' ? [] : [[note]])];
  return `\ufeff${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: Value): string {
  if (typeof value === 'number') return String(value);
  const safe = LOOKS_LIKE_A_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
