// Models of saved views of the inventory.
import { Grouping, ItemFilterModel, ItemSortValue, itemFilterMembers } from '../../http/models/item-filter-model.ts';
import { Flag, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const MOST_COLUMNS = 60;

const members = {
  groupBy: Type.Optional(Grouping('How the rows are grouped')),
  columns: Type.Optional(
    Type.Array(Text(40, 'Column'), {
      maxItems: MOST_COLUMNS,
      uniqueItems: true,
      description: 'The columns that the table shows, in their order; absent for the usual ones',
    }),
  ),
  sort: Type.Optional(Type.String({ ...ItemSortValue, default: undefined })),
};
const about = { description: 'Filter, grouping, columns and order' };
const SentSettings = Model('InventoryViewSettingsInput', { filter: ItemFilterModel, ...members }, about);
const Settings = Model('InventoryViewSettings', {
  filter: Model('InventoryViewFilter', itemFilterMembers),
  ...members,
});

const Name = Text(100, 'Name; each owner has it once, in any case', { minLength: 1 });

export const NewInventoryView = Model('NewInventoryView', {
  name: Name,
  isShared: Flag(false, 'Of the project, for all who may see it; otherwise of the caller, in every project'),
  settings: SentSettings,
});
export type NewInventoryView = Static<typeof NewInventoryView>;

export const InventoryViewChange = Model('InventoryViewChange', {
  ...Type.Partial(Type.Object({ name: Name, settings: SentSettings })).properties,
  isShared: Type.Optional(Type.Boolean({ description: 'Gives it to the project, or to the caller' })),
  ...versioned,
});
export type InventoryViewChange = Static<typeof InventoryViewChange>;

export const InventoryViewModel = Model('InventoryView', {
  id: Type.Integer(),
  name: Type.String(),
  isShared: Type.Boolean(),
  mayChange: Type.Boolean({ description: 'Whether the caller may change and delete it' }),
  settings: Settings,
  updatedOn: Type.String(),
  updatedBy: Type.String({ description: 'Login' }),
  ...versioned,
});
