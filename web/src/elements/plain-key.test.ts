// @vitest-environment happy-dom
// When a key triggers an action of the page, and when it belongs to the focused element.
import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isPlainKey } from './plain-key.ts';

let heard: boolean[];
const listen = (event: KeyboardEvent) => heard.push(isPlainKey(event));
beforeEach(() => {
  heard = [];
  document.addEventListener('keydown', listen);
});
afterEach(() => {
  document.removeEventListener('keydown', listen);
  document.body.innerHTML = '';
});

it.each([
  ['a button', '<button id="here"></button>', true],
  ['a row', '<div id="here"></div>', true],
  ['a choice of several', '<input id="here" type="radio">', true],
  ['a field', '<input id="here">', false],
  ['a long field', '<textarea id="here"></textarea>', false],
  ['a menu that is open', '<div role="menu"><button id="here"></button></div>', false],
  ['a page under a dialog', '<div id="here"></div><div role="dialog"></div>', false],
])('%s', (_what, html, isPlain) => {
  document.body.innerHTML = html;
  fireEvent.keyDown(document.getElementById('here')!, { key: 'a' });
  fireEvent.keyDown(document.getElementById('here')!, { key: 'a', ctrlKey: true });
  expect(heard).toEqual([isPlain, false]);
});
