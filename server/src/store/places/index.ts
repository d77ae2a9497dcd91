// The kinds of places for a store. One folder per kind; README.md says how to add one.
import { folder } from './folder/index.ts';
import type { PlaceFacts, PlaceMember, StorePlace } from './place.ts';

export const places = [folder] as const satisfies readonly PlaceMember[];

/** Opens the place at an address. Throws an Error for the administrator if no kind of place has such addresses. */
export async function placeOf(address: string, options?: { isReadOnly?: boolean }): Promise<StorePlace> {
  return memberFor(address).open(address, options);
}

/** Describes the content of an address without creating or changing anything. */
export async function inspectPlace(address: string): Promise<PlaceFacts> {
  return memberFor(address).inspect(address);
}

function memberFor(address: string): PlaceMember {
  const member = places.find((candidate) => candidate.accepts(address));
  if (member) return member;
  const known = places.map(({ name }) => name).join(', ');
  throw new Error(
    `The store address "${address}" has an unknown kind. Give a folder path or a file: URL (known kinds: ${known}).`,
  );
}
