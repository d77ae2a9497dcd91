import { expect, it } from 'vitest';
import { consumed } from './consumed.ts';

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
