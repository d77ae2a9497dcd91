// Models of saved views of the inventory, and of the list of files.
import { FileFilterModel, FileGroupingValue, fileFilterMembers } from '../../http/models/file-filter-model.ts';
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

const SentFileSettings = Model(
  'FileViewSettingsInput',
  { filter: FileFilterModel, groupBy: Type.Optional(FileGroupingValue('How the files are grouped')) },
  { description: 'Filter and grouping' },
);
const FileSettings = Model('FileViewSettings', {
  filter: Model('FileViewFilter', fileFilterMembers),
  groupBy: Type.Optional(FileGroupingValue('How the files are grouped')),
});

const Name = Text(100, 'Name; each owner has it once in each list, in any case', { minLength: 1 });
const SharedOrOwn = Flag(false, 'Of the project, for all who may see it; otherwise of the caller, in every project');
const ChangedOwner = Type.Optional(Type.Boolean({ description: 'Gives it to the project, or to the caller' }));

export const NewInventoryView = Model('NewInventoryView', {
  name: Name,
  isShared: SharedOrOwn,
  settings: SentSettings,
});
export type NewInventoryView = Static<typeof NewInventoryView>;

export const NewFileView = Model('NewFileView', { name: Name, isShared: SharedOrOwn, settings: SentFileSettings });
export type NewFileView = Static<typeof NewFileView>;

export const InventoryViewChange = Model('InventoryViewChange', {
  ...Type.Partial(Type.Object({ name: Name, settings: SentSettings })).properties,
  isShared: ChangedOwner,
  ...versioned,
});
export type InventoryViewChange = Static<typeof InventoryViewChange>;

export const FileViewChange = Model('FileViewChange', {
  ...Type.Partial(Type.Object({ name: Name, settings: SentFileSettings })).properties,
  isShared: ChangedOwner,
  ...versioned,
});
export type FileViewChange = Static<typeof FileViewChange>;

const shown = {
  id: Type.Integer(),
  name: Type.String(),
  isShared: Type.Boolean(),
  mayChange: Type.Boolean({ description: 'Whether the caller may change and delete it' }),
  updatedOn: Type.String(),
  updatedBy: Type.String({ description: 'Login' }),
  ...versioned,
};
export const InventoryViewModel = Model('InventoryView', { ...shown, settings: Settings });
export const FileViewModel = Model('FileView', { ...shown, settings: FileSettings });
