// Schemas of the notices workbench.
import { statementActions, statementStates } from '../../domain/notice-texts.ts';
import { Enumeration, Id, Model, type Static, Text, Type, versioned } from '../../http/schemas.ts';

const MOST_EDITS = 1000;
/** In the largest projects, this many items share a text. */
const MOST_ITEMS = 200_000;
export const StatementState = Enumeration('StatementState', statementStates);
const StatementAction = Enumeration('StatementAction', statementActions);

export const NoticeStatement = Model('NoticeStatement', {
  statement: Type.String({ description: 'As it was found; blank for one that a person added' }),
  state: StatementState('What became of it: placeholders are lines of templates, which claim nothing'),
  printed: Type.String({ description: 'What the notices print; blank when nothing is' }),
  items: Type.Integer({ description: 'Items that it belongs to' }),
  examples: Type.Array(Model('NoticeItem', { id: Type.Integer(), name: Type.String() }), {
    description: 'The first of them',
  }),
  by: Type.String({ description: 'Who edited or removed it; blank when nobody did' }),
  on: Type.String(),
  reason: Type.String(),
});
export type NoticeStatement = Static<typeof NoticeStatement>;

export const StatementEdits = Model('StatementEdits', {
  edits: Type.Array(
    Model('StatementEdit', {
      statement: Text(2000, 'As it was found; of an added one its words', { minLength: 1 }),
      action: StatementAction(
        'strike: not printed. replace: printed as value. add: printed though not found. restore: as found',
      ),
      value: Type.Optional(
        Text(2000, 'What is printed instead, for replace. Several statements with one value are merged'),
      ),
      reason: Type.Optional(Text(2000, 'Why; stands in the completeness check of the notices')),
      inventoryId: Type.Optional(Id('Item that it holds for; absent: the whole project')),
    }),
    { minItems: 1, maxItems: MOST_EDITS, description: 'What becomes of which statement' },
  ),
});
export type StatementEdits = Static<typeof StatementEdits>;

export const NoticeGroup = Model('NoticeGroup', {
  number: Type.Integer({ description: 'Place in the notices' }),
  title: Type.String(),
  text: Type.String(),
  isLibraryText: Type.Boolean({ description: 'No item of it has a text of its own' }),
  items: Type.Integer(),
  itemIds: Type.Array(Type.Integer()),
  ...versioned,
  examples: Type.Array(Model('NoticeItem', { id: Type.Integer(), name: Type.String() })),
});

export const NoticeTextChange = Model('NoticeTextChange', {
  inventoryIds: Type.Array(Id('Item'), { minItems: 1, maxItems: MOST_ITEMS, description: 'Items of the project' }),
  noticeText: Text(16_777_215, 'The new notices text of all of them; blank: as found, else the text of the library'),
  ...versioned,
});
export type NoticeTextChange = Static<typeof NoticeTextChange>;
