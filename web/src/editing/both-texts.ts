// Finds the fields that both the user and somebody else have changed, before the dialog asks about them.

export type Thing = Record<string, unknown>;

/** A member of a change, with its label for users. */
export interface Member {
  label: string;
  /**
   * Reads the value from the object that the server returns, if the object has it under another name. Returns undefined
   * if the object does not show it. The new value is passed for lists that contain changed elements only.
   */
  of?: (thing: Thing, mine: unknown) => unknown;
  /** The value as text. */
  text?: (value: unknown) => string;
}

export type Members = Record<string, Member>;

export interface Meeting {
  name: string;
  label: string;
  mine: unknown;
  theirs: unknown;
  mineText: string;
  theirsText: string;
  /** True if both people changed the field. If only one of them did, that person's value is kept. */
  isContested: boolean;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function meetingsOf(change: Thing, began: Thing, now: Thing, members: Members): Meeting[] {
  return Object.entries(change).flatMap(([name, mine]) => {
    if (name === 'entityVersion') return [];
    const { label = labelOf(name), of = (thing: Thing) => thing[name], text = textOf } = members[name] ?? {};
    const theirs = of(now, mine);
    const before = of(began, mine);
    // Secrets, and options that the object does not show, cannot be compared.
    if (theirs === undefined || same(mine, theirs) || same(before, theirs)) return [];
    const isContested = !same(mine, before);
    return [{ name, label, mine, theirs, mineText: text(mine), theirsText: text(theirs), isContested }];
  });
}

/** The change with the chosen values instead of the user's own. */
export function withTheirs(change: Thing, meetings: readonly Meeting[], isTheirs: (name: string) => boolean): Thing {
  const taken = meetings.filter(({ name }) => isTheirs(name)).map(({ name, theirs }) => [name, theirs]);
  return { ...change, ...Object.fromEntries(taken) };
}

/** `helpText` becomes "Help text". */
function labelOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : JSON.stringify(value, null, 1);
}

/** The names of the fields for which the user keeps the other person's value. Undefined if nothing is to be saved. */
export type Choice = ReadonlySet<string> | undefined;

export interface Question {
  meetings: readonly Meeting[];
  answer: (choice: Choice) => void;
}
