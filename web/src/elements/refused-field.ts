// Where a refusal of the server belongs in a form: at the field that it names, else below all fields.
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { wordsOf } from '../api/client.ts';

export interface Naming {
  /** The field that has to be unique. */
  duplicate?: string;
  /** Fields by what else refusals call them. */
  named?: Record<string, string>;
}

/** The server names members as `"url"`, members of members as `"events.0"` or `"events[0]"`. */
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

/** Puts a refusal beside its field and leads there; answers what is to be said below the fields. */
export function useRefusal<Values>(form: UseFormReturnType<Values>, error: unknown, naming?: Naming): unknown {
  const field = error ? fieldOf(wordsOf(error), Object.keys(form.getValues() as object), naming) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal; what is typed afterwards takes it away
  useEffect(() => {
    if (field === undefined) return;
    form.setFieldError(field, wordsOf(error));
    form.getInputNode(field)?.focus();
  }, [error]);
  return field === undefined ? error : undefined;
}
