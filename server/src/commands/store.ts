// `assay store …`: for everybody with access to the data folder. `verify` reads everything in the store, `adopt` binds a store to a database on
// purpose, `empty-trash` frees space at once.
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { damageText, verificationText, verifyStore } from '../contents/verification.ts';
import { installationId } from '../db/site-settings.ts';
import { storeAddress } from '../installation/binding.ts';
import { inspectStore, openStore, type PackStore } from '../store/index.ts';
import { withDatabase } from './database.ts';

const USAGE = 'Usage: assay store verify [--from FOLDER] | adopt | empty-trash';

export async function storeCommand(config: Config, argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { from: { type: 'string' } },
  });
  const [verb, ...more] = positionals;
  if (more.length > 0 || (values.from !== undefined && verb !== 'verify')) throw new Error(USAGE);
  if (verb === 'verify') return verify(config, values.from);
  if (verb === 'adopt') return adopt(config);
  if (verb === 'empty-trash') return emptyTrash(config);
  throw new Error(USAGE);
}

/** Exit code 1 if something is damaged and could not be repaired. */
async function verify(config: Config, from: string | undefined): Promise<number> {
  const backup = from === undefined ? undefined : await openBackup(from);
  try {
    const result = await withDatabase(
      config,
      ({ db }) =>
        withStore(config, (store) =>
          verifyStore(
            { db, store },
            { backup, onDamaged: (damaged) => void process.stdout.write(`${damageText(damaged)}\n`) },
          ),
        ),
      { needs: 'whole' },
    );
    process.stdout.write(`${verificationText(result)}\n`);
    return result.damaged > result.repaired ? 1 : 0;
  } finally {
    await backup?.close();
  }
}

async function openBackup(folder: string): Promise<PackStore> {
  const { segments } = await inspectStore(folder);
  if (segments.length === 0)
    throw new Error(`--from is "${folder}", but it must be the store folder of a backup. It contains no segments.`);
  return openStore(folder, { packThreads: 0, isReadOnly: true });
}

/** The store gets the id of the database, because labels of issues have it too. Neither loses anything. */
async function adopt(config: Config): Promise<number> {
  const { where, installation, segments } = await inspectStore(storeAddress(config));
  const id = await withDatabase(
    config,
    async ({ db }) => {
      const wanted = await installationId(db);
      await withStore(config, (store) => store.setInstallation(wanted));
      return wanted;
    },
    { needs: 'any' },
  );
  const earlier =
    installation === undefined || installation === id ? '' : ` It belonged to installation ${installation} before.`;
  process.stdout.write(
    `The store ${where} with ${segments.length} segments now belongs to installation ${id}, the installation of this database.${earlier}\n`,
  );
  return 0;
}

async function emptyTrash(config: Config): Promise<number> {
  // Works without the database, because there may be no space to start it.
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
