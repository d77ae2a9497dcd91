import { expect, it } from 'vitest';
import { consumed, consumedFields } from './consumed.ts';

it('reads each item in order, leaves out undefined, and empties the list as it goes', () => {
  const list = ['a', 'b', 'c'];
  const left: unknown[] = [];
  const read = consumed(list, (item, index) => {
    left.push(list.filter((one) => one !== undefined).length);
    return item === 'b' ? undefined : `${item}${index}`;
  });
  expect(read).toEqual(['a0', 'c2']);
  expect(left).toEqual([2, 1, 0]);
  expect(list).toEqual([]);
});

it('reads each field in order, leaves out undefined, and empties the object as it goes', () => {
  const fields = JSON.parse('{"a":1,"__proto__":2,"c":3}') as Record<string, unknown>;
  const left: unknown[] = [];
  const read = consumedFields(fields, (key, value) => {
    left.push(Object.values(fields).filter((one) => one !== null).length);
    return key === 'a' ? undefined : `${key}${String(value)}`;
  });
  expect(read).toEqual(['__proto__2', 'c3']);
  expect(left).toEqual([2, 1, 0]);
  expect(Object.keys(fields)).toEqual(['a', '__proto__', 'c']);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});
