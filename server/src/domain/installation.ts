// Decides whether a store and a database belong together. Both have the id of their installation; those of older versions without an id are
// compared by their content. Another pair is refused before any change, because a wrong database does not know the files of the store.
//
//   Store              | Database                                 | What follows
//   -------------------+------------------------------------------+-------------------------------------
//   with an id         | with the same id                         | they belong together
//   with an id         | with another id                          | refused
//   with an id         | without one, names segments of the store | the database gets the store's id
//   with an id         | without one, otherwise                   | refused
//   without, empty     | names contents                           | refused: the contents are missing
//   without, empty     | names none                               | the store gets the database's id
//   without, segments  | names some of them                       | the store gets the database's id
//   without, segments  | names others, or is new                  | refused
//   without, segments  | names no contents, has projects          | the store gets the database's id

export interface StoreSide {
  /** A folder, for people. */
  where: string;
  installation: string | undefined;
  segments: readonly string[];
}

export interface DatabaseSide {
  /** For people, without a password. */
  where: string;
  installation: string | undefined;
  /** The segments of the store that the database refers to. */
  namedSegments: readonly string[];
  hasProjects: boolean;
}

export type Binding =
  | { type: 'bound' }
  | { type: 'nameStore' }
  | { type: 'nameDatabase'; installation: string }
  | { type: 'refused'; message: string };

export function bindingOf(store: StoreSide, database: DatabaseSide): Binding {
  const present = new Set(store.segments);
  const shares = database.namedSegments.some((segment) => present.has(segment));
  const { installation } = store;
  if (installation !== undefined) {
    if (database.installation === installation) return { type: 'bound' };
    if (database.installation === undefined && shares) return { type: 'nameDatabase', installation };
    return refused(store, database);
  }
  if (store.segments.length === 0) {
    return database.namedSegments.length === 0 ? { type: 'nameStore' } : refused(store, database);
  }
  const fits = shares || (database.namedSegments.length === 0 && database.hasProjects);
  return fits ? { type: 'nameStore' } : refused(store, database);
}

/** The embedded database that would be created in this folder. */
export function databaseToBeMade(folder: string): DatabaseSide {
  const where = `no database in ${folder}`;
  return { where, installation: undefined, namedSegments: [], hasProjects: false };
}

function refused(store: StoreSide, database: DatabaseSide): Binding {
  const message = `The store and the database do not belong together, so the server did not start and changed nothing. The store ${store.where} ${storeText(store)}; there is ${database.where}${databaseText(database)}. Name the database and the store of one installation (DATABASE_URL, ASSAY_STORE_URL, ASSAY_DATA_DIR), or restore the one that is missing from its backup. Only if this store shall belong to this database from now on, run "assay store adopt".`;
  return { type: 'refused', message };
}

function storeText({ installation, segments }: StoreSide): string {
  const held = segments.length === 0 ? 'is empty' : `contains ${segments.length} segments of file contents`;
  return installation === undefined ? held : `belongs to installation ${installation} and ${held}`;
}

function databaseText({ installation, namedSegments, hasProjects, where }: DatabaseSide): string {
  if (where.startsWith('no ')) return '';
  const named =
    namedSegments.length > 0
      ? `names file contents in ${namedSegments.length} segments`
      : hasProjects
        ? 'names no file contents'
        : 'is new or empty';
  return installation === undefined
    ? `, which ${named}`
    : `, which belongs to installation ${installation} and ${named}`;
}
