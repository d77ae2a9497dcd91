import { expect, it } from 'vitest';
import { idOfUuid, uuidOf } from './keyed-uuids.ts';

it('turns numbers into UUIDs of version 5 and back', () => {
  for (const id of [0, 1, 2, 255, 256, 2 ** 31 - 1, 2 ** 48 - 1]) {
    const uuid = uuidOf('abc', 'project', id);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([idOfUuid('abc', 'project', uuid), idOfUuid('abc', 'project', uuid.toUpperCase())]).toEqual([id, id]);
    expect(uuidOf('abc', 'project', id)).toBe(uuid);
  }
});

it('gives each number its own', () => {
  expect(new Set(Array.from({ length: 2000 }, (_, id) => uuidOf('abc', 'job', id))).size).toBe(2000);
});

it('undefined for a UUID of another kind, another installation, a changed one, and no UUID', () => {
  const uuid = uuidOf('abc', 'project', 7);
  const changed = uuid.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const others = [changed, `0${uuid}`, '', 'x', '00000000-0000-0000-0000-000000000000', `${uuid}\n`];
  for (const other of others) expect(idOfUuid('abc', 'project', other)).toBeUndefined();
  expect(idOfUuid('abc', 'job', uuid)).toBeUndefined();
  expect(idOfUuid('abd', 'project', uuid)).toBeUndefined();
});
