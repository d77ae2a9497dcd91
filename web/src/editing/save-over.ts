// Saves the changed fields of a form. Asks the user if somebody else has saved the same object meanwhile.
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { notifyDone } from '../elements/notify.ts';
import { type Members, meetingsOf, type Thing, withTheirs } from './both-texts.ts';
import { askWhoseText } from './both-texts-dialog.tsx';
import { useHasDraft, useOwnKey } from './drafts.ts';

export interface Versioned {
  entityVersion?: string;
}

type Send<B, R> = (body: B & Versioned) => Promise<R>;
export type SaveOver = <B extends object, R>(body: B, send: Send<B, R>) => Promise<R>;

const KEPT =
  'Nothing was saved. The other person’s version is kept, and your text is still in the form. Discard your text to see the other version.';

/** The values that drafts started from. Drafts are kept when their forms are closed, so these must be kept too. */
const begun = new Map<string, Versioned>();

/**
 * @param shown the object as the page shows it now. The form started from the object as it was when the form was
 * created or last saved.
 * @param draftKey of a form whose draft is kept when the form is closed
 * @param follows true for a form that has no draft and shows at once what others save
 */
export function useSaveOver(shown: Versioned, members: Members = {}, draftKey = '', follows = false): SaveOver {
  const ownKey = useOwnKey(draftKey);
  const hasDraft = useHasDraft(draftKey);
  const latest = useRef(shown);
  const began = useRef<Versioned | undefined>(shown);
  latest.current = shown;
  began.current ??= shown;
  if (follows && !hasDraft) began.current = shown;
  useEffect(() => {
    if (!hasDraft) begun.delete(ownKey);
    else if (!begun.has(ownKey)) begun.set(ownKey, began.current ?? latest.current);
  }, [hasDraft, ownKey]);
  return async (body, send) => {
    const saved = await saveOver(begun.get(ownKey) ?? began.current ?? latest.current, body, members, send);
    began.current = undefined;
    begun.delete(ownKey);
    return saved;
  };
}

/** Sends until the change is saved, refused for another reason, or cancelled by the user. */
async function saveOver<B extends object, R>(from: Versioned, body: B, members: Members, send: Send<B, R>): Promise<R> {
  let began = from;
  let change = body;
  for (;;) {
    try {
      return await send({
        ...change,
        ...(began.entityVersion !== undefined && { entityVersion: began.entityVersion }),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.current === undefined) throw error;
      change = (await settled(change as Thing, began as Thing, error.current, members)) as B;
      began = error.current as Versioned;
    }
  }
}

async function settled(change: Thing, began: Thing, now: Thing, members: Members): Promise<Thing> {
  const meetings = meetingsOf(change, began, now, members);
  if (!meetings.some(({ isContested }) => isContested)) {
    notifyDone('Somebody else has changed other fields in the meantime. Both changes were kept.');
    return withTheirs(change, meetings, () => true);
  }
  const choice = await askWhoseText(meetings);
  if (choice === undefined) {
    void queryClient.invalidateQueries();
    throw new ApiError(409, KEPT);
  }
  return withTheirs(change, meetings, (name) => choice.has(name));
}
