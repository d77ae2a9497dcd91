// happy-dom lays nothing out, and a table draws only the rows that are in view.
import { afterAll, beforeAll } from 'vitest';

const SIDES = ['clientHeight', 'clientWidth'];
const PIXELS = 900;

/** For the tests of this file, every element is this high and wide. Other test files share the window, so that it is taken back. */
export function layOut(): void {
  for (const side of SIDES) {
    let owner: object = document.createElement('div');
    while (!Object.hasOwn(owner, side)) owner = Object.getPrototypeOf(owner);
    const usual = Object.getOwnPropertyDescriptor(owner, side) as PropertyDescriptor;
    beforeAll(() => void Object.defineProperty(owner, side, { value: PIXELS, configurable: true }));
    afterAll(() => void Object.defineProperty(owner, side, usual));
  }
}
