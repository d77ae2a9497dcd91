// Traps in whole packages: other versions, owners, uses and parts.
import {
  baseName,
  filesIn,
  type Ground,
  inLockfiles,
  isPlain,
  LICENSE,
  manifestOf,
  nameOf,
  type Place,
  type Planted,
  raise,
  SOURCE,
  shuffled,
  textOf,
  writeManifest,
} from './ground.ts';
import { GPL } from './texts.ts';

const NEW_OWNER = 'New Owner <owner@example.org>';
const OTHER_LICENSE = 'GPL-3.0-only';

/** Undefined if the package does not fit. */
type Trap = (place: Place, ground: Ground) => Omit<Planted, 'kind'> | undefined;

const manifestIn = ({ folder }: Place) => `${folder}/package.json`;
/** The trap of another round. */
const isTaken = (place: Place, { tree }: Ground) => {
  const { license, author } = manifestOf(tree, place);
  return license === OTHER_LICENSE || author === NEW_OWNER;
};

const bump: Trap = (place, { tree }) => ({ files: [manifestIn(place)], item: raise(tree, place), mustCarry: true });

const otherLicense: Trap = (place, { tree }) => ({
  ...{ files: [manifestIn(place)], item: raise(tree, place, { license: OTHER_LICENSE }), mustCarry: false },
});

const unknownLicense: Trap = (place, { tree, pick }) => ({
  ...{ files: [manifestIn(place)], item: raise(tree, place, { license: `Acorn ${nameOf(pick)}` }), mustCarry: false },
});

const takeover: Trap = (place, { tree }) => {
  for (const file of filesIn(place, tree))
    if (LICENSE.test(baseName(file)))
      tree.set(file, Buffer.from(`Copyright (c) 2026 New Owner of ${place.name}\n\n${GPL}`));
  const item = raise(tree, place, { license: OTHER_LICENSE, author: NEW_OWNER });
  return { files: [manifestIn(place)], item, mustCarry: false };
};

const author: Trap = (place, { tree }) => {
  writeManifest(tree, place, { ...manifestOf(tree, place), author: NEW_OWNER });
  return { files: [manifestIn(place)], mustCarry: false };
};

/** What was installed for developers only. */
export const isForDevelopers = (place: Place, { tree }: Ground): boolean => {
  let isDev = false;
  inLockfiles(tree, place, (entry) => {
    isDev ||= entry.dev === true;
  });
  return isDev;
};

const SHIPPED = 'shipped before: ';
/** Then the approval is one of what ships, and holds when it ships again. */
const wasShipped = ({ folder }: Place, { known }: Ground) => known.has(SHIPPED + folder);

const shipped: Trap = (place, ground) => {
  if (!isForDevelopers(place, ground) || wasShipped(place, ground)) return undefined;
  inLockfiles(ground.tree, place, (entry) => void delete entry.dev);
  return { files: [], item: `${place.name} ${place.version}`, mustCarry: false };
};

const shippedInNextVersion: Trap = (place, ground) => {
  if (!isForDevelopers(place, ground) || wasShipped(place, ground)) return undefined;
  inLockfiles(ground.tree, place, (entry) => void delete entry.dev);
  return { files: [], item: raise(ground.tree, place), mustCarry: false };
};

const noMoreShipped: Trap = (place, ground) => {
  if (isForDevelopers(place, ground)) return undefined;
  ground.known.add(SHIPPED + place.folder);
  inLockfiles(ground.tree, place, (entry) => void Object.assign(entry, { dev: true }));
  return { files: [], item: `${place.name} ${place.version}`, mustCarry: true };
};

const added =
  (name: string, text: (place: Place, ground: Ground) => string, isRaised = false): Trap =>
  (place, ground) => {
    const path = `${place.folder}/${name}`;
    if (ground.tree.has(path)) return undefined;
    ground.tree.set(path, Buffer.from(text(place, ground)));
    const item = isRaised ? raise(ground.tree, place) : `${place.name} ${place.version}`;
    return { files: [path], item, mustCarry: false };
  };

const notice = (_: Place, { pick }: Ground) =>
  `This product contains software of Holder ${nameOf(pick)}.\n\nCopyright 2020 Holder ${nameOf(pick)}\n\nIts users have to be told of it.\n`;
const gpl = (_: Place, { pick }: Ground) => `Copyright (c) 2020 Part ${nameOf(pick)}\n\n${GPL}`;

/** Its license file went with it. */
const licenseFileGone: Trap = (place, { tree }) => {
  const files = filesIn(place, tree).filter((path) => LICENSE.test(baseName(path)));
  if (files.length === 0) return undefined;
  for (const path of files) tree.delete(path);
  return { files: [], item: raise(tree, place), mustCarry: false };
};

const moved: Trap = (place, { tree, pick }) => {
  const fitting = filesIn(place, tree).filter(
    (path) => SOURCE.test(path) && isPlain(textOf(tree, path)) && textOf(tree, path).length > 2000,
  );
  const path = shuffled(fitting, pick)[0];
  if (path === undefined) return undefined;
  const text = textOf(tree, path);
  const target = `${place.folder}/moved-${nameOf(pick)}/${baseName(path)}`;
  tree.delete(path);
  tree.set(target, Buffer.from(`${text}\nexports.${nameOf(pick)} = true;\n`));
  return { files: [target], mustCarry: true };
};

const movedWithClause: Trap = (place, ground) => {
  const trap = moved(place, ground);
  const [path = ''] = trap?.files ?? [];
  if (trap === undefined) return undefined;
  ground.tree.set(
    path,
    Buffer.from(`${textOf(ground.tree, path)}\n// Commercial use of ${nameOf(ground.pick)} is prohibited.\n`),
  );
  return { ...trap, mustCarry: false };
};

/** The license of the manifest, written otherwise. */
const sameLicense: Trap = (place, { tree }) => {
  const { license } = manifestOf(tree, place);
  if (typeof license !== 'string' || !/^[\w.-]+$/.test(license)) return undefined;
  return { files: [], item: raise(tree, place, { license: `(${license})` }), mustCarry: true };
};

const licenseRenamed: Trap = (place, { tree }) => {
  const [path, ...others] = filesIn(place, tree).filter((file) => LICENSE.test(baseName(file)));
  const text = path === undefined ? undefined : tree.get(path);
  if (path === undefined || text === undefined || others.length > 0) return undefined;
  const target = `${place.folder}/${path.endsWith('.md') ? 'LICENSE.txt' : 'LICENSE.md'}`;
  tree.delete(path);
  tree.set(target, text);
  return { files: [target], item: raise(tree, place), mustCarry: true };
};

const plainOf = (place: Place, { tree, pick }: Ground) =>
  shuffled(
    filesIn(place, tree).filter(
      (path) => SOURCE.test(path) && isPlain(textOf(tree, path)) && textOf(tree, path).length > 2000,
    ),
    pick,
  )[0];

/** Its second half is a file of its own. */
const split: Trap = (place, ground) => {
  const path = plainOf(place, ground);
  if (path === undefined) return undefined;
  const lines = textOf(ground.tree, path).split('\n');
  const at = Math.ceil(lines.length * 0.6);
  const part = path.replace(/\.\w+$/, (end) => `-${nameOf(ground.pick)}${end}`);
  ground.tree.set(path, Buffer.from(lines.slice(0, at).join('\n')));
  ground.tree.set(part, Buffer.from(lines.slice(at).join('\n')));
  return { files: [path, part], mustCarry: true };
};

const renamed =
  (more: (ground: Ground) => string, mustCarry: boolean): Trap =>
  (place, ground) => {
    const path = plainOf(place, ground);
    if (path === undefined) return undefined;
    const target = path.replace(/[^/]+(?=\.\w+$)/, nameOf(ground.pick));
    const text = textOf(ground.tree, path);
    ground.tree.delete(path);
    ground.tree.set(target, Buffer.from(`${text}\n${more(ground)}`));
    return { files: [target], mustCarry };
  };

const TRAPS: Readonly<Record<string, Trap>> = {
  version: bump,
  'manifest license written otherwise': sameLicense,
  'license file renamed': licenseRenamed,
  'file split up': split,
  'renamed and edited': renamed(({ pick }) => `exports.${nameOf(pick)} = true;\n`, true),
  'renamed with a clause': renamed(({ pick }) => `// Commercial use of ${nameOf(pick)} is prohibited.\n`, false),
  'notice without a holder added': added('NOTICE.txt', ({ name }) => `${name} includes parts of the Oak library.\n`),
  'license of a part added': added('third_party/oak/COPYING', gpl, true),
  'manifest license': otherLicense,
  'unknown license of a manifest': unknownLicense,
  takeover,
  'manifest author': author,
  'ships now': shipped,
  'ships in the next version': shippedInNextVersion,
  'ships no more': noMoreShipped,
  'notice added': added('NOTICE', notice),
  'license file added': added('LICENSE-GPL.txt', gpl),
  'bundled part added': added('vendor/part/LICENSE', gpl, true),
  'license file gone in the next version': licenseFileGone,
  'moved and edited': moved,
  'moved with a clause': movedWithClause,
};

export const packageKinds = Object.keys(TRAPS);

export function plantInPackage(kind: string, place: Place, ground: Ground): Planted | undefined {
  if (isTaken(place, ground)) return undefined;
  const trap = TRAPS[kind]?.(place, ground);
  return trap && { kind, ...trap };
}

/** Some packages are for developers only. */
export function makeDevelopersOwn(ground: Ground, places: readonly Place[]): void {
  for (const place of places) inLockfiles(ground.tree, place, (entry) => void Object.assign(entry, { dev: true }));
}
