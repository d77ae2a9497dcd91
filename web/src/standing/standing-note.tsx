// Above an item: which decisions about it no longer hold and what changed, or that its evidence is gone. A person who may, confirms decisions here.
import { Alert, Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InventoryItem, ToDecideAgain } from '../api/models.ts';
import { countOf } from '../elements/quantities.ts';
import { useMayIn } from '../project/queries.ts';
import { openChangedWords, restsOnWords } from './changed-words.tsx';
import { openKeep } from './keep-item.tsx';
import { toDecideOfItemQuery } from './queries.ts';
import classes from './standing.module.css';
import { openStillHolds } from './still-holds.tsx';
import { mayConfirm, nameOfKind } from './to-decide-table.tsx';

export function StandingNote({ projectId, item }: { projectId: number; item: InventoryItem }) {
  const may = useMayIn(projectId);
  const { evidence, goneSinceScan, reviewBeforeGone } = item;
  const lapsed = useLapsed(projectId, item);
  if (lapsed.length === 0 && evidence === undefined) return null;
  return (
    <div className={classes.note}>
      {lapsed.length > 0 && <LapsedNote projectId={projectId} lapsed={lapsed} may={may} />}
      {evidence && (
        <Alert
          color="gray"
          role="status"
          title={
            goneSinceScan === undefined
              ? `Kept without evidence (gone since scan ${evidence.missingSinceScan})`
              : `Gone since scan ${goneSinceScan}: it counts nowhere`
          }
        >
          {evidence.why}{' '}
          {reviewBeforeGone !== undefined && `It was ${reviewBeforeGone}, and is again when its evidence comes back. `}
          {goneSinceScan !== undefined && may('REVIEW_INVENTORY') && (
            <Button size="compact-xs" variant="default" onClick={() => openKeep(item)}>
              Keep…
            </Button>
          )}
        </Alert>
      )}
    </div>
  );
}

type Lapsed = Pick<ToDecideAgain, 'kind' | 'scope' | 'filePath' | 'why'> & { decision?: ToDecideAgain };

/** The lapsed review is a member of the item; the list also names its other decisions, and is there a moment later. */
function useLapsed(projectId: number, { id, toBeDecidedAgain: lapse, goneSinceScan }: InventoryItem): Lapsed[] {
  const { data } = useQuery({ ...toDecideOfItemQuery(projectId, id), enabled: goneSinceScan === undefined });
  const listed = data?.rows ?? [];
  const review: Lapsed[] =
    lapse === undefined || listed.some(({ kind }) => kind === 'review')
      ? []
      : [{ kind: 'review', scope: 'item', filePath: '', why: lapse.why }];
  return [...review, ...listed.map((decision) => ({ ...decision, decision }))];
}

interface LapsedNoteProps {
  projectId: number;
  lapsed: Lapsed[];
  may: (action: string) => boolean;
}

function LapsedNote({ projectId, lapsed, may }: LapsedNoteProps) {
  const mine = lapsed.flatMap(({ decision }) => (decision && mayConfirm(may, decision) ? [decision] : []));
  return (
    <Alert color="orange" title="To be decided again" role="status">
      <ul className={classes.lapsed}>
        {lapsed.map((one) => (
          <li key={`${one.kind} ${one.filePath}`}>
            {one.kind !== 'review' && `${[nameOfKind(one), one.filePath].filter(Boolean).join(' ')}: `}
            {one.why} {one.decision && restsOnWords(one.decision) && <WordsOf decision={one.decision} />}
          </li>
        ))}
      </ul>
      {mine.length > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => openStillHolds(projectId, mine, () => {})}>
          {mine.length === 1 ? 'Still holds…' : `${countOf(mine.length, 'decision')} still hold…`}
        </Button>
      )}
    </Alert>
  );
}

const WordsOf = ({ decision }: { decision: ToDecideAgain }) => (
  <Anchor component="button" size="sm" onClick={() => openChangedWords(decision)}>
    In which words?
  </Anchor>
);
