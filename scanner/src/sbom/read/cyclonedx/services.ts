// Services of a CycloneDX document, with those inside of them at any depth.
import { own } from '../../../items.ts';
import { type Fields, PartFields, type References } from '../fields.ts';
import type { SbomService, Tally } from '../model.ts';

export function servicesOf(fields: Fields, place: string, refs: References, tally: Tally): SbomService[] {
  const found: SbomService[] = [];
  const open = [{ fields, place }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { fields: one, place: around } = next;
    const read = new PartFields(one, around, tally);
    found.push({
      place: around,
      ref: refs.take(read.text('bom-ref', 4000), around),
      ...{ group: read.text('group', 1000), name: read.text('name', 1000), version: read.text('version', 255) },
      endpoints: read.texts('endpoints').map((text) => text.slice(0, 2400)),
      ...flag('isAuthenticated', own(one, 'authenticated')),
      ...flag('crossesTrustBoundary', own(one, 'x-trust-boundary')),
    });
    const inner = read.objects('services').map((each, at) => ({ fields: each, place: `${around}.services[${at}]` }));
    for (const each of inner.toReversed()) open.push(each);
  }
  return found;
}

const flag = (name: 'isAuthenticated' | 'crossesTrustBoundary', value: unknown) =>
  typeof value === 'boolean' ? { [name]: value } : {};
