// Edits of copyright statements in imported data: which statements of the code are printed in notices, and how.
import { isFields, own } from '@assay/scanner/items';
import { type Issues, MemberReader } from '@assay/scanner/member-reader';
import { type StatementAction, statementActions } from '../domain/inventories/notice-texts.ts';
import { parseWireTime } from '../domain/wire-times.ts';

const LONGEST_STATEMENT = 2000;

export interface IncomingStatement {
  place: string;
  /** The id of the item in the document; undefined for an edit of the whole project. */
  item: string | undefined;
  statement: string;
  action: StatementAction;
  value: string;
  reason: string;
  user: string;
  at: Date | undefined;
}

/** One element of `statements`; undefined, with an issue, if it is no edit. */
export function readStatement(value: unknown, place: string, issues: Issues): IncomingStatement | undefined {
  if (!isFields(value)) return refuse(place, 'is not an object', issues);
  const read = new MemberReader(value, place, issues);
  const item = own(value, 'inventoryId');
  const action = read.choice<StatementAction | ''>('action', ['', ...statementActions], '');
  const statement = read.text('statement', LONGEST_STATEMENT).trim();
  const replacement = read.text('value', LONGEST_STATEMENT).trim();
  if (statement === '') return refuse(place, 'has no "statement"', issues);
  if (action === '') return refuse(place, `needs an "action" of ${statementActions.join(', ')}`, issues);
  if (action === 'replace' && replacement === '')
    return refuse(place, 'does not say in "value" what is printed instead', issues);
  return {
    place,
    item: item === undefined || item === null ? undefined : String(item),
    statement,
    action,
    value: replacement,
    reason: read.text('reason', LONGEST_STATEMENT),
    user: read.text('user', 60) || 'somebody',
    at: parseWireTime(read.text('decidedOn', 50)),
  };
}

function refuse(place: string, why: string, issues: Issues): undefined {
  issues.push({ code: 'no-statement', path: place, message: `${place} ${why}; it was left out.` });
}
