// Where a refusal of the server belongs in a form: at the field that it names, else below all fields.
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { wordsOf } from '../api/client.ts';

/** The server names members as `"url"`, members of members as `"events.0"` or `"events[0]"`; `duplicate` is the one that has to be unique. */
export function fieldOf(message: string, fields: readonly string[], duplicate?: string): string | undefined {
  for (const [, path] of message.matchAll(/"([\w.[\]]+)"/g)) {
    const field = fields.find((one) => path === one || path!.startsWith(`${one}.`) || path!.startsWith(`${one}[`));
    if (field !== undefined) return field;
  }
  return duplicate !== undefined && /already exists/i.test(message) ? duplicate : undefined;
}

/** Puts a refusal beside its field and leads there; answers what is to be said below the fields. */
export function useRefusal<Values>(form: UseFormReturnType<Values>, error: unknown, duplicate?: string): unknown {
  const field = error ? fieldOf(wordsOf(error), Object.keys(form.getValues() as object), duplicate) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal; what is typed afterwards takes it away
  useEffect(() => {
    if (field === undefined) return;
    form.setFieldError(field, wordsOf(error));
    form.getInputNode(field)?.focus();
  }, [error]);
  return field === undefined ? error : undefined;
}
