// Decides where a form shows a refusal of the server: at the field that it names, or else below all fields.
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { wordsOf } from '../api/client.ts';

export interface Naming {
  /** The field whose value must be unique. */
  duplicate?: string;
  /** Fields by other names that refusals use for them. */
  named?: Record<string, string>;
}

/** The server names members as `"url"`, and members of members as `"events.0"` or `"events[0]"`. */
export function fieldOf(
  message: string,
  fields: readonly string[],
  { duplicate, named = {} }: Naming = {},
): string | undefined {
  for (const [, path = ''] of message.matchAll(/"([\w.[\]]+)"/g)) {
    const field = fields.find((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
    if (field !== undefined) return field;
  }
  const name = Object.keys(named).find((one) => message.includes(`"${one}"`));
  if (name !== undefined) return named[name];
  return duplicate !== undefined && /already exists/i.test(message) ? duplicate : undefined;
}

/** A refusal as it is read at its field, whose label says what programs are told by the name of a member. */
export function wordsAtField(message: string, field: string): string {
  const named = `The field "${field}" `;
  return message.startsWith(named) ? `This field ${message.slice(named.length)}` : message;
}

/** Shows a refusal at its field and moves the focus there. Returns the text to show below all fields. */
export function useRefusal<Values>(form: UseFormReturnType<Values>, error: unknown, naming?: Naming): unknown {
  const field = error ? fieldOf(wordsOf(error), Object.keys(form.getValues() as object), naming) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal; what is typed afterwards takes it away
  useEffect(() => {
    if (field === undefined) return;
    form.setFieldError(field, wordsAtField(wordsOf(error), field));
    form.getInputNode(field)?.focus();
  }, [error]);
  return field === undefined ? error : undefined;
}
