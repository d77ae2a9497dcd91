// What lies below a folder of the code base, counted.
import { Model, Type } from './schemas.ts';

export const FileTotals = Model('FileTotals', {
  files: Type.Integer({ description: 'All files below the folder, at any depth' }),
  reviewed: Type.Integer({ description: 'Those marked as reviewed' }),
  open: Type.Integer({ description: 'Those with evidence that are not marked as reviewed' }),
  inNoItem: Type.Integer({ description: 'Those that no item has' }),
});
