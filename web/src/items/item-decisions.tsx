// The decisions about an item: who decided, why, and whether the decision is still in effect.
import { IconGavel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ITEM_FIELDS } from '../api/described.ts';
import type { Decision } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import { spoken } from '../elements/words.ts';
import classes from './inventory-tab.module.css';
import { decisionsQuery } from './queries.ts';

const LONGEST_VALUE = 160;

const KINDS: Record<Decision['kind'], string> = {
  'license-choice': 'License chosen',
  'concluded-license': 'License concluded',
  review: 'Review',
  'file-reviewed': 'Files reviewed',
  'file-tied': 'Files added or removed',
  'item-removed': 'Item removed',
  'item-kept': 'Item kept without evidence',
  suppression: 'Vulnerability suppressed',
  analysis: 'Vulnerability analysed',
  'analysis-rule': 'Rule about vulnerabilities',
  'notice-text': 'Notices text',
  'copyright-edit': 'Copyright edited',
  usage: 'Usage',
  note: 'Notes',
};

const STANDINGS = {
  holds: { tone: 'good', text: 'In effect' },
  lapsed: { tone: 'bad', text: 'No longer applies' },
  expired: { tone: 'wait', text: 'Expired' },
  superseded: { tone: 'wait', text: 'Replaced' },
  overruled: { tone: 'notice', text: 'Overruled' },
} as const;

const SCOPES: Record<Decision['scope'], string> = {
  item: 'this item',
  project: 'this project',
  family: 'this project and its family',
  site: 'all projects',
};

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

const MEMBERS: Record<string, string> = {
  status: 'Status',
  text: 'Text',
  licenseExpression: 'License',
  isReviewed: 'Reviewed',
  isTied: 'Part of the item',
  state: 'State',
  justification: 'Justification',
  response: 'Response',
  detail: 'Detail',
  reason: 'Reason',
  remarks: 'Remarks',
  ...Object.fromEntries(ITEM_FIELDS.map(({ shownAs, title }) => [shownAs, title])),
};

/** For example `Status: Approved`. A path or an advisory comes first. A member without a label is shown by its name. */
function valueText({ subject, value }: Decision): string {
  const about = subject.path ?? subject.pathPattern ?? subject.advisory;
  const told = Object.entries(value).map(([name, one]) => {
    const label = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : name;
    return `${label}: ${shortened(one)}`;
  });
  return [...(about === undefined ? [] : [about]), ...told].join(' · ');
}

function groundText({ ground }: Decision): string {
  const words = [ground.policy ?? ground.source, ground.words].filter((one) => typeof one === 'string' && one !== '');
  const by = typeof ground.by === 'string' && ground.by !== 'person' ? [`by ${ground.by}`] : [];
  return [...by, ...words].map((one) => ` · ${one}`).join('');
}

function shortened(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? spokenConstant(value) : JSON.stringify(value);
  if (text === '') return 'empty';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/**
 * Turns constants of the interface into text: `NOT_AFFECTED` becomes "Not affected". Leaves license names as they are.
 */
function spokenConstant(text: string): string {
  const isConstant = /^(?:DRAFT|APPROVED|REJECTED|[A-Z]+(?:_[A-Z]+)+)$/.test(text);
  return isConstant ? spoken(text) : text;
}
