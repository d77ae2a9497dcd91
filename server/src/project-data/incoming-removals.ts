// Found items that people removed, in imported data.
import { isFields } from '@assay/scanner/items';
import { type Issues, MemberReader } from '@assay/scanner/member-reader';
import { parseWireTime } from '../domain/wire-times.ts';

export interface IncomingRemoval {
  identity: string;
  finding: string;
  name: string;
  user: string;
  at: Date | undefined;
}

/** One element of `removed`; undefined, with an issue, if it names no finding. */
export function readRemoval(value: unknown, place: string, issues: Issues): IncomingRemoval | undefined {
  const read = new MemberReader(isFields(value) ? value : {}, place, issues);
  const [identity, finding] = [read.text('identity', 4000), read.text('finding', 4000)];
  if (identity !== '' && finding !== '')
    return {
      ...{ identity, finding },
      name: read.text('name', 255) || identity,
      user: read.text('user', 60) || 'somebody',
      at: parseWireTime(read.text('removedOn', 50)),
    };
  const message = `${place} needs "identity" and "finding" of the removed item; it was left out.`;
  issues.push({ code: 'no-removal', path: place, message });
  return undefined;
}
