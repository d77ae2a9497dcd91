// What of a change of mine meets what somebody else saved meanwhile: field by field, before anybody is asked.

export type Thing = Record<string, unknown>;

/** A member of a change, and how people know it. */
export interface Member {
  label: string;
  /**
   * Its value in the thing as the server shows it, where that is not the member of the same name; undefined where it is not shown. What I
   * change it to is given for lists that hold changed elements alone.
   */
  of?: (thing: Thing, mine: unknown) => unknown;
  /** A value in words. */
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
  /** True when both changed it; else only one of us did, and his value is the one to take. */
  isContested: boolean;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function meetingsOf(change: Thing, began: Thing, now: Thing, members: Members): Meeting[] {
  return Object.entries(change).flatMap(([name, mine]) => {
    if (name === 'entityVersion') return [];
    const { label = labelOf(name), of = (thing: Thing) => thing[name], text = textOf } = members[name] ?? {};
    const theirs = of(now, mine);
    const before = of(began, mine);
    // Secrets and choices that are not shown cannot be compared.
    if (theirs === undefined || same(mine, theirs) || same(before, theirs)) return [];
    const isContested = !same(mine, before);
    return [{ name, label, mine, theirs, mineText: text(mine), theirsText: text(theirs), isContested }];
  });
}

/** The change with the chosen values in the place of mine. */
export function withTheirs(change: Thing, meetings: readonly Meeting[], isTheirs: (name: string) => boolean): Thing {
  const taken = meetings.filter(({ name }) => isTheirs(name)).map(({ name, theirs }) => [name, theirs]);
  return { ...change, ...Object.fromEntries(taken) };
}

/** `helpText` reads as "Help text". */
function labelOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : JSON.stringify(value, null, 1);
}
