// @vitest-environment happy-dom
// A button that is disabled while it works keeps the focus of a keyboard user.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useKeptFocus } from './kept-focus.ts';

afterEach(cleanup);

function Form({ isPending }: { isPending: boolean }) {
  return (
    <>
      <input />
      <button ref={useKeptFocus(isPending)} type="submit" disabled={isPending}>
        Go
      </button>
    </>
  );
}

it.each([
  ['the button gets the focus back that it has lost', undefined, 'button'],
  ['a field that the user has gone to keeps it', 'textbox', 'textbox'],
])('%s', (_title, role, expected) => {
  const { rerender } = render(<Form isPending={false} />);
  rerender(<Form isPending />);
  (document.activeElement as HTMLElement | null)?.blur();
  if (role !== undefined) screen.getByRole(role).focus();
  rerender(<Form isPending={false} />);
  expect(document.activeElement).toBe(screen.getByRole(expected));
});

it('a button that has not worked takes no focus', () => {
  render(<Form isPending={false} />);
  expect(document.activeElement).toBe(document.body);
});
