// The decisions about an item: who decided, why, and whether the decision is still in effect.
import { IconGavel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Decision } from '../api/models.ts';
import { groundText, KINDS, SCOPES, STANDINGS, valueText } from '../decisions/words.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import classes from './inventory-tab.module.css';
import { decisionsQuery } from './queries.ts';

export function ItemDecisions({ inventoryId }: { inventoryId: number }) {
  const decisions = useQuery(decisionsQuery(inventoryId));
  if (!decisions.isSuccess) return <Waiting query={decisions} rows={4} />;
  if (decisions.data.rows.length === 0) {
    return (
      <Empty icon={<IconGavel />} title="No decisions">
        Nobody has decided anything about this item yet.
      </Empty>
    );
  }
  return <DecisionList {...decisions.data} />;
}

export function DecisionList({ rows, total }: { rows: readonly Decision[]; total: number }) {
  const hidden = total - rows.length;
  return (
    <>
      <ol className={classes.history}>
        {rows.map((decision) => (
          <DecisionEntry key={decision.id} decision={decision} />
        ))}
      </ol>
      {hidden > 0 && <p>{hidden} older decisions are not shown.</p>}
    </>
  );
}

function DecisionEntry({ decision }: { decision: Decision }) {
  const { tone, text } = STANDINGS[decision.standing];
  const isForgotten = decision.kind === 'concluded-license' && decision.value.licenseExpression === '';
  return (
    <li>
      <div className={classes.historyHead}>
        <b>{isForgotten ? 'License forgotten' : KINDS[decision.kind]}</b>
        <Label tone={tone}>{text}</Label>
      </div>
      {!isForgotten && <p>{valueText(decision)}</p>}
      {decision.why !== '' && <p>{decision.why}</p>}
      <small>
        {momentText(decision.decidedOn)} · {decision.author} · for {SCOPES[decision.scope]}
        {groundText(decision)}
        {decision.expiresOn !== '' && ` · until ${momentText(decision.expiresOn)}`}
      </small>
    </li>
  );
}
