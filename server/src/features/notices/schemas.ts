// Schemas of the notices workbench.

import { statementActions, statementStates } from '../../domain/inventories/notice-texts.ts';
import { foundTextRoles } from '../../domain/licenses/license-texts.ts';
import { Enumeration, Id, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { gapKinds } from '../../reports/notices/gaps.ts';

const MOST_EDITS = 1000;
/** In the largest projects, this many items share a text. */
const MOST_ITEMS = 200_000;
export const StatementState = Enumeration('StatementState', statementStates);
const StatementAction = Enumeration('StatementAction', statementActions);

export const NoticeStatement = Model('NoticeStatement', {
  statement: Type.String({ description: 'The found statement; blank for one that a person added' }),
  state: StatementState('State of the statement. Placeholders are lines of templates without year or holder'),
  printed: Type.String({ description: 'The printed text; blank if the statement is not printed' }),
  items: Type.Integer({ description: 'Items with this statement' }),
  examples: Type.Array(Model('NoticeItem', { id: Type.Integer(), name: Type.String() }), {
    description: 'The first of them',
  }),
  by: Type.String({ description: 'The person who edited or removed it; blank if nobody did' }),
  on: Type.String(),
  reason: Type.String(),
});
export type NoticeStatement = Static<typeof NoticeStatement>;

export const StatementEdits = Model('StatementEdits', {
  edits: Type.Array(
    Model('StatementEdit', {
      statement: Text(2000, 'The found statement; for add, the new one', { minLength: 1 }),
      action: StatementAction(
        'strike: not printed. replace: value is printed instead. add: printed although not found. restore: printed as found',
      ),
      value: Type.Optional(
        Text(2000, 'For replace: the text that is printed instead. Several statements with the same value are merged'),
      ),
      reason: Type.Optional(Text(2000, 'Reason; the completeness check of the notices shows it')),
      inventoryId: Type.Optional(
        Id(
          'Item to which the edit applies. If absent: all items with the statement; an added statement is printed once, for the whole product',
        ),
      ),
    }),
    { minItems: 1, maxItems: MOST_EDITS, description: 'The edits of statements' },
  ),
});
export type StatementEdits = Static<typeof StatementEdits>;

export const NoticeGroup = Model('NoticeGroup', {
  number: Type.Integer({ description: 'Place in the notices' }),
  title: Type.String(),
  text: Type.String(),
  isLibraryText: Type.Boolean({ description: 'None of its items has a text of its own' }),
  items: Type.Integer(),
  itemIds: Type.Array(Type.Integer()),
  ...versioned,
  examples: Type.Array(Model('NoticeItem', { id: Type.Integer(), name: Type.String() })),
});

export const ItemLicenseText = Model('ItemLicenseText', {
  role: Enumeration(
    'FoundTextRole',
    foundTextRoles,
  )('main: the license of the item. bundled: the license of a part that comes with it. notice: a NOTICE file'),
  path: Type.String({ description: 'Inside an archive: path of the archive, "!/", path in the archive' }),
  startLine: Type.Union([Type.Integer(), Type.Null()], { description: 'null for a whole file' }),
  endLine: Type.Union([Type.Integer(), Type.Null()]),
  isComplete: Type.Boolean({ description: 'False if the text only names its license or refers to it' }),
  expressions: Type.Array(Type.String(), { description: 'Licenses that were recognised in it' }),
  text: Type.String({ description: 'Blank if it cannot be shown' }),
  problem: Type.String({ description: 'Why it cannot be shown; blank if it can' }),
});

const NoticeGapItem = Model('NoticeGapItem', {
  id: Type.Optional(Type.Integer({ description: 'The item; absent for a file or the whole project' })),
  name: Type.String(),
  reason: Type.String({ description: 'Blank if the kind says everything' }),
});

export const NoticesCheck = Model('NoticesCheck', {
  isComplete: Type.Boolean({
    description: 'False if anything is missing that must not be missing when the notices are shipped',
  }),
  failures: Type.Integer({ description: 'Number of such points' }),
  items: Type.Integer({ description: 'Items in the notices' }),
  texts: Type.Integer({ description: 'Distinct license texts' }),
  ownTexts: Type.Integer({ description: 'Items with a text of their own, as found in their files' }),
  shippedScopes: Type.String({ description: 'The scopes that are shipped' }),
  notShipped: Type.Array(Model('NotShippedItem', { id: Type.Integer(), name: Type.String(), reason: Type.String() }), {
    description: 'Published items that are not in the notices, because they are not shipped',
  }),
  gaps: Type.Array(
    Model('NoticeGap', {
      kind: Enumeration('NoticeGapKind', gapKinds)('What is missing'),
      isFailure: Type.Boolean({ description: 'False if it is only to be looked at' }),
      what: Type.String({ description: 'The same as a sentence' }),
      count: Type.Integer(),
      items: Type.Array(NoticeGapItem),
    }),
    { description: 'All kinds, also those with nothing missing' },
  ),
});

export const NoticeTextChange = Model('NoticeTextChange', {
  inventoryIds: Type.Array(Id('Item'), { minItems: 1, maxItems: MOST_ITEMS, description: 'Items of the project' }),
  noticeText: Text(
    16_777_215,
    'The new notices text of all of them. If blank, the found text is used, else that of the library',
  ),
  ...versioned,
});
export type NoticeTextChange = Static<typeof NoticeTextChange>;
