// @vitest-environment happy-dom
// The focus in a dialog that a menu opens: in its first field, and after Escape on the menu's button.
import { Button, Menu, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { useDialogFocus } from './dialog-focus.ts';

let stage: Stage;
afterEach(() => stage.close());

function Page() {
  useDialogFocus();
  const open = () => modals.open({ title: 'Rename', children: <TextInput label="Name" /> });
  return (
    <Menu>
      <Menu.Target>
        <Button>Actions</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={open}>Rename…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

it('goes to the first field, from there by Tab through the dialog, and after Escape back to the button of the menu', async () => {
  stage = await startStage({});
  stage.show(<Page />);
  const button = await screen.findByRole('button', { name: 'Actions' });
  await stage.user.click(button);
  await stage.user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await stage.user.tab();
  await waitFor(() => expect(document.activeElement?.className).toContain('mantine-Modal-close'));
  await stage.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('goes to the field that a form says, although the form is loaded after the dialog is there', async () => {
  stage = await startStage({});
  let load: () => void = () => undefined;
  const Form = lazy(async () => {
    await new Promise<void>((resolve) => {
      load = resolve;
    });
    return { default: LateForm };
  });
  const open = () =>
    modals.open({
      title: 'New release',
      children: (
        <Suspense fallback="Loading">
          <Form />
        </Suspense>
      ),
    });
  stage.show(<Opener onOpen={open} />);
  await stage.user.click(await screen.findByRole('button', { name: 'New' }));
  await waitFor(() => expect(document.activeElement?.className).toContain('mantine-Modal-close'));
  load();
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
});

const LateForm = () => (
  <>
    <TextInput label="Before" />
    <TextInput label="Name" data-autofocus />
  </>
);

function Opener({ onOpen }: { onOpen: () => void }) {
  useDialogFocus();
  return <Button onClick={onOpen}>New</Button>;
}
