// Forms whose unsaved changes are kept while the form is hidden (another tab, another item) or rebuilt with newer data
// of the server.
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../session/session.ts';
import { changesOf, draftOf, keepDraft, type Values, watchDrafts, withChanges } from './draft-store.ts';

/** Drafts belong to one user: after a session has ended, somebody else may sign in on the same page. */
export const useOwnKey = (key: string): string => `${useSession().login} ${key}`;

interface DraftForm<V> {
  form: UseFormReturnType<V>;
  /** Called when the changes are saved. */
  settle: () => void;
  /** Called when the changes are discarded. */
  discard: () => void;
}

/** @param key of the edited object. No other form that is shown may have the same key. */
export function useDraftForm<V extends Values>(
  key: string,
  input: UseFormInput<V> & { initialValues: V },
): DraftForm<V> {
  const ownKey = useOwnKey(key);
  const saved = input.initialValues;
  const form = useForm<V>({ ...input, onValuesChange: (values) => keepDraft(ownKey, changesOf(saved, values)) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is made
  useEffect(() => {
    const changes = draftOf(ownKey);
    if (changes) form.setValues(withChanges(saved, changes) as V);
  }, []);
  const settle = () => keepDraft(ownKey, undefined);
  const discard = () => {
    form.reset();
    settle();
  };
  return { form, settle, discard };
}

/** Whether the form of this key has unsaved changes. */
export function useHasDraft(key: string): boolean {
  const ownKey = useOwnKey(key);
  return useSyncExternalStore(watchDrafts, () => draftOf(ownKey) !== undefined);
}
