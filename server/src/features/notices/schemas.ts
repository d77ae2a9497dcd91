// Schemas of the notices workbench.
import { statementActions, statementStates } from '../../domain/notice-texts.ts';
import { Enumeration, Id, Model, type Static, Text, Type, versioned } from '../../http/schemas.ts';

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

export const NoticeTextChange = Model('NoticeTextChange', {
  inventoryIds: Type.Array(Id('Item'), { minItems: 1, maxItems: MOST_ITEMS, description: 'Items of the project' }),
  noticeText: Text(
    16_777_215,
    'The new notices text of all of them. If blank, the found text is used, else that of the library',
  ),
  ...versioned,
});
export type NoticeTextChange = Static<typeof NoticeTextChange>;
