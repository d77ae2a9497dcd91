// Forms whose unsaved changes outlive them: while they are out of sight (another tab, another item), or are made anew because the server knows more.
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../session/session.ts';
import { changesOf, draftOf, keepDraft, type Values, watchDrafts, withChanges } from './draft-store.ts';

/** Drafts are a user's own: after a session has ended, somebody else may sign in on the same page. */
export const useOwnKey = (key: string): string => `${useSession().login} ${key}`;

interface DraftForm<V> {
  form: UseFormReturnType<V>;
  /** When its changes are saved. */
  settle: () => void;
  /** When its changes are given up. */
  discard: () => void;
}

/** @param key of what is edited; no other form that is shown may have the same */
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

/** Whether something typed in the form of this key waits to be saved. */
export function useHasDraft(key: string): boolean {
  const ownKey = useOwnKey(key);
  return useSyncExternalStore(watchDrafts, () => draftOf(ownKey) !== undefined);
}
