// `assay store …`: for whoever has the data folder in hand. `adopt` binds a store to a database on purpose, `empty-trash` frees space at once.
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { installationId } from '../db/settings.ts';
import { storeAddress } from '../installation.ts';
import { inspectStore, openStore, type PackStore } from '../store/index.ts';
import { withDatabase } from './database.ts';

const USAGE = 'Usage: assay store adopt | empty-trash';

export async function storeCommand(config: Config, argv: string[]): Promise<number> {
  const { positionals } = parseArgs({ args: argv, allowPositionals: true });
  const [verb, ...more] = positionals;
  if (more.length > 0) throw new Error(USAGE);
  if (verb === 'adopt') return adopt(config);
  if (verb === 'empty-trash') return emptyTrash(config);
  throw new Error(USAGE);
}

/** The store follows the database, whose id stands in the labels of issues as well. Neither loses anything by it. */
async function adopt(config: Config): Promise<number> {
  const { where, installation, segments } = await inspectStore(storeAddress(config));
  const id = await withDatabase(
    config,
    async ({ db }) => {
      const wanted = await installationId(db);
      await withStore(config, (store) => store.setInstallation(wanted));
      return wanted;
    },
    { mayBeNew: true },
  );
  const earlier =
    installation === undefined || installation === id ? '' : ` It belonged to installation ${installation} before.`;
  process.stdout.write(
    `The store ${where} with ${segments.length} segments belongs to installation ${id}, that of this database, from now on.${earlier}\n`,
  );
  return 0;
}

async function emptyTrash(config: Config): Promise<number> {
  // The database has no part in it: this must work while there is no room for it to start.
  const freed = await withStore(config, (store) => store.emptyTrash({ isAll: true }));
  process.stdout.write(`${freed} bytes of the trash of the store were deleted.\n`);
  return 0;
}

async function withStore<T>(config: Config, work: (store: PackStore) => Promise<T>): Promise<T> {
  const store = await openStore(storeAddress(config), { packThreads: 0 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
