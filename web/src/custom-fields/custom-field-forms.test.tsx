// @vitest-environment happy-dom
// Definition of a custom field: a list needs values, values cannot be removed, and a refusal is shown at its field.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { descriptionOf } from '../testing/fields.ts';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ChangeField, NewField, problemOfChoices } from './custom-field-forms.tsx';

describe('on the stage', () => {
  let stage: Stage;
  afterEach(() => stage.close());

  it('creates a list with its values', async () => {
    stage = await startStage({ 'POST /customFields': { status: 201, body: { id: 1, message: 'Created' } } });
    stage.show(<NewField scope="PROJECT" />);
    await stage.user.type(await screen.findByLabelText('Label'), ' Stage ');
    await stage.user.click(screen.getByRole('combobox', { name: 'Type' }));
    await stage.user.click(await screen.findByRole('option', { name: 'Choice from a list' }));
    await stage.user.click(screen.getByRole('button', { name: 'Create field' }));
    expect(descriptionOf(screen.getByLabelText('Values'))).toContain('Enter at least one value.');
    await stage.user.type(screen.getByLabelText('Values'), 'dev{enter}{enter} live ');
    await stage.user.click(screen.getByRole('button', { name: 'Create field' }));
    await waitFor(() => expect(stage.changes()).toHaveLength(1));
    expect(stage.changes()[0]!.body).toEqual({
      label: 'Stage',
      scope: 'PROJECT',
      type: 'DROP_DOWN',
      choices: ['dev', 'live'],
      helpText: '',
      enabled: true,
      visible: true,
    });
  });

  it('offers text areas only for inventory, and shows a duplicate label at the label', async () => {
    stage = await startStage({
      'POST /customFields': refusal('A custom field with the label Supplier already exists.'),
    });
    stage.show(<NewField scope="INVENTORY" />);
    const label = await screen.findByLabelText('Label');
    expect(screen.queryByRole('combobox', { name: 'Type' })).toBeNull();
    await stage.user.type(label, 'Supplier');
    await stage.user.type(screen.getByLabelText('Help text'), 'Who sold it');
    await stage.user.click(screen.getByRole('button', { name: 'Create field' }));
    await waitFor(() => expect(descriptionOf(label)).toContain('already exists'));
    expect(screen.getByLabelText('Help text')).toHaveProperty('value', 'Who sold it');
    expect(stage.changes()[0]!.body).toMatchObject({ scope: 'INVENTORY', type: 'TEXT_AREA' });
  });

  it('changes a definition but not its type', async () => {
    stage = await startStage({ 'PUT /customFields/4': { body: { message: 'Updated' } } });
    const field = {
      id: 4,
      scope: 'PROJECT',
      fieldLabel: 'Owner',
      type: 'TEXT',
      helpText: '',
      choices: [],
      enabled: true,
      visible: true,
    };
    stage.show(<ChangeField field={field} />);
    await stage.user.click(await screen.findByLabelText('Enabled'));
    await stage.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(stage.changes()).toHaveLength(1));
    expect(stage.changes()[0]).toEqual({
      what: 'PUT /customFields/4',
      body: { label: 'Owner', helpText: '', enabled: false, visible: true },
    });
  });
});

it.each([
  [[], 'Enter at least one value.'],
  [['a', 'b', 'a'], '“a” is listed twice.'],
  [Array.from({ length: 201 }, (_, at) => String(at)), 'Enter at most 200 values. The list has 201.'],
  [['x'.repeat(129)], 'has more than 128 characters'],
])('%j: %s', (choices, text) => expect(problemOfChoices(choices)).toContain(text));

it('accepts 200 values of 128 characters', () => {
  expect(problemOfChoices(Array.from({ length: 200 }, (_, at) => String(at).padStart(128, 'x')))).toBeNull();
});
