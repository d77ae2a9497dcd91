// `assay library …`: carries components to installations that cannot ask registries, with or without a running server.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { firstOf } from '@assay/scanner/items';
import { trustKey } from '../advisories/bundles.ts';
import { machineNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { listLibraryImports } from '../db/components/learned.ts';
import type { Db } from '../db/postgres/connection.ts';
import { countOf } from '../domain/count-text.ts';
import { wireTime } from '../domain/wire-times.ts';
import { dataFolder } from '../installation/data-folder.ts';
import { importLibraryBundle, makeLibraryBundle, receiptText } from '../library/bundles.ts';
import { bundleKey } from '../security/bundle-key.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: assay library <command>

  bundle FILE [--from LINES]   write the components of this library (names, versions, licenses, addresses) into one signed file
                               --from: those of a file with one JSON object a line instead (docs/package-registries.md)
  import FILE                  take the components of a bundle; what is known stays, and the same bundle changes nothing twice
  trust KEY                    take bundles that this key has signed, of components and of advisories
  imports                      the receipts of imported bundles
`;
const RECEIPTS = 1000;

export async function libraryCommand(config: Config, argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { from: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  });
  const [verb, ...rest] = positionals;
  if (values.help) return usage(0);
  const run = (work: (db: Db) => Promise<void>) =>
    withDatabase(config, async ({ db }) => {
      await work(db);
      return 0;
    });
  if (verb === 'bundle' && rest.length === 1) return run((db) => bundle(config, db, firstOf(rest), values.from));
  if (values.from !== undefined) return usage(2);
  if (verb === 'import' && rest.length === 1) return run((db) => importFile(db, firstOf(rest)));
  if (verb === 'trust' && rest.length === 1) return run((db) => trustKey(db, firstOf(rest)));
  if (verb === 'imports' && rest.length === 0) return run(imports);
  return usage(2);
}

function usage(code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(USAGE);
  return code;
}

async function bundle(config: Config, db: Db, file: string, from: string | undefined): Promise<void> {
  const { privateKey } = await bundleKey(dataFolder(config.dataFolder).keys);
  const { items, sha256, publicKey } = await makeLibraryBundle({ db, now: machineNow }, file, privateKey, from);
  process.stdout.write(
    `${file}: ${countOf(items, 'component')}, SHA-256 of the body ${sha256}, signed by the key ${publicKey}\n`,
  );
}

async function importFile(db: Db, file: string): Promise<void> {
  const onIssues = (issues: { path: string; message: string }[]) => {
    for (const { path, message } of issues) process.stderr.write(`${path}: ${message}\n`);
  };
  const options = { fileName: basename(file), importedBy: 'command line', onIssues };
  const { receipt, isRepeated } = await importLibraryBundle({ db, now: machineNow }, file, options);
  process.stdout.write(`${receiptText(receipt, isRepeated)}\n`);
}

async function imports(db: Db): Promise<void> {
  const all = await listLibraryImports(db, RECEIPTS);
  if (all.length === 0) process.stdout.write('No bundle of components was imported.\n');
  for (const one of all)
    process.stdout.write(
      `${wireTime(one.importedAt)} ${one.fileName} by ${one.importedBy}, made on ${wireTime(one.madeAt)} by ${one.installation}: ${receiptText(one, false)} SHA-256 ${one.sha256}\n`,
    );
}
