import { describe, expect, it } from 'vitest';
import { NO_PACKAGE_FACTS } from '../inventories/package-facts.ts';
import { licenseFact, NO_LICENSE_FACTS } from '../licenses/license-facts.ts';
import type { WantedItem, WantedLink } from './inventory-findings.ts';
import { findingOf } from './inventory-keys.ts';
import type { InventoryMerge } from './inventory-merge.ts';
import { mergeInventory } from './inventory-merge.ts';
import type { DeletedFinding, StandingItem } from './standing-items.ts';

const wanted = (name: string, change: Partial<WantedItem> = {}): WantedItem => ({
  identity: `component:pkg:npm/${name}@1.0`,
  type: 'COMPONENT',
  name: `${name} 1.0 (MIT)`,
  description: '',
  url: '',
  componentPurl: `pkg:npm/${name}`,
  componentName: name,
  versionName: '1.0',
  purl: `pkg:npm/${name}@1.0`,
  licenseExpression: 'MIT',
  possibleLicenses: ['MIT'],
  licenseFacts: NO_LICENSE_FACTS,
  packageFacts: NO_PACKAGE_FACTS,
  isOwn: false,
  confidence: 'HIGH',
  dependencyScope: 'Runtime',
  dependencyLevel: 'Direct',
  detectionNotes: '',
  createdBy: 'High Confidence Auto-WriteUp Rule',
  files: ['a'],
  licenseFiles: [],
  ...change,
});

const standing = (id: number, name: string, change: Partial<StandingItem> = {}): StandingItem => {
  const { createdBy: _, licenseFiles: __, ...item } = wanted(name);
  const evidence = {
    foundFiles: change.files ?? item.files,
    outsideFiles: [],
    hadEvidence: true,
    wasFound: true,
    isMissing: false,
  };
  return { ...item, id, isEdited: false, isKept: false, updatedAt: 0, excludedFiles: [], ...evidence, ...change };
};

function merge(
  items: WantedItem[],
  stands: StandingItem[],
  options: {
    deleteEmptyInventory?: boolean;
    links?: WantedLink[];
    deleted?: DeletedFinding[];
    skipped?: string[];
  } = {},
): InventoryMerge {
  const { deleteEmptyInventory = false, deleted } = options;
  const settings = { deleteEmptyInventory, deleted, skipped: options.skipped && new Set(options.skipped) };
  return mergeInventory({ items, links: options.links ?? [] }, stands, settings);
}

const nothing = {
  creations: [],
  updates: [],
  deletions: [],
  links: [],
  leftOut: [],
  missing: [],
  back: [],
  heldByTies: [],
};

const declares = (expression: string) => ({
  ...NO_LICENSE_FACTS,
  declared: licenseFact(expression, 'manifest', 'declared'),
});

it("updates the evidence of an edited item, and keeps the person's values", () => {
  const person = { kind: 'conclusion', expression: 'ISC', words: 'ada said so.' } as const;
  const before = { ...declares('MIT'), person };
  const stands = [standing(1, 'x', { isEdited: true, licenseFacts: before })];
  expect(merge([wanted('x', { licenseFacts: declares('GPL-2.0-only') })], stands).updates).toEqual([
    { id: 1, set: { licenseFacts: { ...declares('GPL-2.0-only'), person } }, addFiles: [], removeFiles: [] },
  ]);
});

it('what no person can edit follows the scan on an edited item of the same component and version', () => {
  const found: Partial<WantedItem> = {
    detectionNotes: 'Found in third_party/x.',
    dependencyScope: 'Non Runtime',
    dependencyLevel: 'Transitive',
    possibleLicenses: ['BSD-3-Clause', 'GPL-2.0-or-later'],
  };
  const check = (change: Partial<StandingItem>) =>
    merge([wanted('x', found)], [standing(1, 'x', { isEdited: true, ...change })]).updates.map(({ set }) => set);
  expect(check({ licenseExpression: 'ISC', confidence: 'LOW', name: 'mine', description: 'mine' })).toEqual([found]);
  expect(check({ versionName: '2.0' })).toEqual([]);
  expect(check({ identity: 'user:1' })).toEqual([]);
});

describe('items that nobody touched', () => {
  it('are created when they are new', () => {
    expect(merge([wanted('x')], [])).toEqual({ ...nothing, creations: [wanted('x')], unchanged: 0 });
  });

  it('stay when nothing changed', () => {
    expect(merge([wanted('x')], [standing(1, 'x')])).toEqual({ ...nothing, unchanged: 1 });
  });

  it('take new properties and files, and lose old files', () => {
    const found = wanted('x', {
      licenseExpression: 'ISC',
      name: 'x 1.0 (ISC)',
      possibleLicenses: ['ISC', 'MIT'],
      files: ['a', 'b'],
    });
    expect(merge([found], [standing(1, 'x', { files: ['a', 'gone'] })]).updates).toEqual([
      {
        id: 1,
        set: { name: 'x 1.0 (ISC)', licenseExpression: 'ISC', possibleLicenses: ['ISC', 'MIT'] },
        addFiles: ['b'],
        removeFiles: ['gone'],
      },
    ]);
  });

  it('never get another status, priority, notes or notices', () => {
    const [update] = merge([wanted('x', { description: 'new' })], [standing(1, 'x')]).updates;
    expect(Object.keys(update!.set)).toEqual(['description']);
  });

  it.each([
    [false, [{ id: 1, set: {}, addFiles: [], removeFiles: ['a'] }], []],
    [true, [], [1]],
  ])(
    'that are no longer found lose their files; deleteEmptyInventory %s',
    (deleteEmptyInventory, updates, deletions) => {
      expect(merge([], [standing(1, 'x')], { deleteEmptyInventory })).toMatchObject({ updates, deletions });
    },
  );

  it('without files stay unless the project deletes empty inventory', () => {
    const empty = standing(1, 'x', { files: [] });
    expect(merge([], [empty])).toMatchObject({ updates: [], deletions: [], unchanged: 1 });
    expect(merge([], [empty], { deleteEmptyInventory: true })).toEqual({ ...nothing, deletions: [1], unchanged: 0 });
  });
});

describe('a license that a person chose for all projects', () => {
  const chosen = (change: Partial<WantedItem> = {}) =>
    wanted('x', { licenseExpression: 'ISC', isLicenseRemembered: true, ...change });
  const second = { ...chosen(), identity: 'component:pkg:npm/x@1.0 remembered:isc' };

  it('creates a second item beside the one found before, which stays unchanged', () => {
    expect(merge([chosen()], [standing(1, 'x')], { deleteEmptyInventory: true })).toEqual({
      ...nothing,
      creations: [second],
      unchanged: 1,
    });
  });

  it('finds the second item again', () => {
    const both = [standing(1, 'x'), standing(2, 'x', { identity: second.identity, licenseExpression: 'ISC' })];
    expect(merge([chosen()], both)).toMatchObject({ ...nothing, unchanged: 2 });
  });

  it('creates no second item if there was none before, or if a person has decided on the item', () => {
    expect(merge([chosen()], [])).toMatchObject({ creations: [chosen()] });
    expect(merge([chosen()], [standing(1, 'x', { isEdited: true })])).toMatchObject({ creations: [], updates: [] });
    expect(merge([chosen()], [standing(1, 'x', { isEdited: true, licenseExpression: 'ISC' })]).creations).toEqual([]);
  });

  it('gives the links of the component to the second item', () => {
    const links: WantedLink[] = [{ parent: wanted('app').identity, child: chosen().identity, type: 'DEPENDENCY' }];
    expect(merge([wanted('app'), chosen()], [standing(1, 'x'), standing(9, 'app')], { links }).links).toEqual([
      { parent: { id: 9 }, child: { identity: second.identity }, type: 'DEPENDENCY' },
    ]);
  });
});

describe('items that a person created or edited', () => {
  const edited = (id: number, change: Partial<StandingItem> = {}) => standing(id, 'x', { isEdited: true, ...change });

  it.each<[string, Partial<StandingItem>, string[]]>([
    ['the same triad gains files', {}, ['b']],
    ['the license in other case is the same', { licenseExpression: 'mit' }, ['b']],
    ['another license gains nothing', { licenseExpression: 'Apache-2.0' }, []],
    ['another version gains nothing', { versionName: '2.0' }, []],
    ['another component gains nothing', { componentPurl: 'pkg:npm/y', componentName: 'y' }, []],
    ['another kind gains nothing', { type: 'WORK_IN_PROGRESS' }, []],
  ])('%s, and no second item is created', (_, change, addFiles) => {
    const found = wanted('x', { files: ['a', 'b'], description: 'new', licenseExpression: 'MIT' });
    const result = merge([found], [edited(1, { name: 'my name', ...change })]);
    expect(result.creations).toEqual([]);
    expect(result.updates).toEqual(addFiles.length === 0 ? [] : [{ id: 1, set: {}, addFiles, removeFiles: [] }]);
  });

  it('never lose a file and are never deleted', () => {
    const items = [edited(1, { files: ['gone'] }), edited(2, { identity: 'user:2', files: [] })];
    expect(merge([], items, { deleteEmptyInventory: true })).toMatchObject({
      updates: [],
      deletions: [],
      unchanged: 2,
    });
  });

  it('of the same component, version and license get the finding, the most recently updated one first', () => {
    const found = wanted('x', { files: ['b'] });
    const items = [
      edited(1, { identity: 'user:1', updatedAt: 10 }),
      edited(2, { identity: 'user:2', updatedAt: 30 }),
      edited(3, { identity: 'user:3', updatedAt: 20 }),
    ];
    const result = merge([found], items);
    expect(result.creations).toEqual([]);
    expect(result.updates).toEqual([{ id: 2, set: {}, addFiles: ['b'], removeFiles: [] }]);
  });

  it('give way to the item of the same finding', () => {
    const found = wanted('x', { files: ['a', 'b'] });
    const result = merge([found], [standing(1, 'x'), edited(2, { identity: 'user:2', updatedAt: 99 })]);
    expect(result.updates).toEqual([{ id: 1, set: {}, addFiles: ['b'], removeFiles: [] }]);
  });
});

describe('imported items that nobody touched', () => {
  it('become found items if component, version and license are the same', () => {
    const imported = standing(1, 'x', { identity: 'sbom:1', files: [], dependencyLevel: 'N/A' });
    expect(merge([wanted('x')], [imported])).toMatchObject({
      creations: [],
      updates: [{ id: 1, set: { identity: 'component:pkg:npm/x@1.0', dependencyLevel: 'Direct' }, addFiles: ['a'] }],
    });
  });
});

describe('files removed by hand', () => {
  const tookOut = standing(1, 'x', { isEdited: true, files: ['b'], excludedFiles: ['a'] });

  it('are not added again', () => {
    expect(merge([wanted('x', { files: ['a', 'b'] })], [tookOut])).toEqual({ ...nothing, unchanged: 1 });
  });

  it('are added to no other item of the same component name', () => {
    const second = wanted('x', { identity: 'component:pkg:npm/x@2.0', versionName: '2.0', files: ['a', 'c'] });
    const [creation] = merge([second], [tookOut]).creations;
    expect(creation!.files).toEqual(['c']);
  });

  it('may go into items of other components', () => {
    expect(merge([wanted('y')], [tookOut]).creations[0]!.files).toEqual(['a']);
  });

  it('prevent an item that would have no other files', () => {
    const second = wanted('x', { identity: 'component:pkg:npm/x@2.0', versionName: '2.0', files: ['a'] });
    expect(merge([second], [tookOut])).toMatchObject({ creations: [], updates: [], unchanged: 1 });
  });

  it('have the same effect for License Only items, by license', () => {
    const license = {
      type: 'LICENSE',
      identity: 'license:mit',
      componentPurl: '',
      componentName: '',
      versionName: '',
    } as const;
    const stands = standing(1, 'MIT', { ...license, isEdited: true, files: [], excludedFiles: ['a'] });
    expect(merge([wanted('MIT', { ...license, files: ['a', 'b'] })], [stands]).updates[0]!.addFiles).toEqual(['b']);
  });
});

describe('links', () => {
  const link = (parent: string, child: string): WantedLink => ({
    parent: `component:pkg:npm/${parent}@1.0`,
    child: `component:pkg:npm/${child}@1.0`,
    type: 'DEPENDENCY',
  });

  it('connect existing and new items', () => {
    const result = merge([wanted('x'), wanted('y')], [standing(7, 'x')], { links: [link('x', 'y'), link('y', 'x')] });
    const made = { identity: 'component:pkg:npm/y@1.0' };
    expect(result.links).toEqual([
      { parent: { id: 7 }, child: made, type: 'DEPENDENCY' },
      { parent: made, child: { id: 7 }, type: 'DEPENDENCY' },
    ]);
  });

  it('never lead to an item that is not created or is deleted', () => {
    const keeper = standing(1, 'x', { identity: 'user:1', versionName: '0', isEdited: true, excludedFiles: ['a'] });
    const going = standing(2, 'x');
    const links = [link('y', 'x')];
    const gone = merge([wanted('x'), wanted('y')], [keeper, going], { links, deleteEmptyInventory: true });
    expect(gone).toMatchObject({ deletions: [2], links: [] });
    expect(merge([wanted('x'), wanted('y')], [keeper], { links }).links).toEqual([]);
  });
});

it('does nothing more after its own result was written', () => {
  const items = [wanted('x', { files: ['a', 'b'] }), wanted('y'), wanted('z', { licenseExpression: 'ISC' })];
  const stands = [standing(1, 'x'), standing(2, 'old'), standing(3, 'z', { isEdited: true, licenseExpression: 'MIT' })];
  const first = merge(items, stands, { deleteEmptyInventory: true });
  const written = stands
    .filter((item) => !first.deletions.includes(item.id))
    .map((item) => {
      const update = first.updates.find((one) => one.id === item.id);
      if (update === undefined) return item;
      const kept = item.files.filter((path) => !update.removeFiles.includes(path));
      return { ...item, ...update.set, files: [...kept, ...update.addFiles] };
    });
  const made = first.creations.map((item, index) => ({ ...standing(100 + index, item.componentName), ...item }));
  expect(merge(items, [...written, ...made], { deleteEmptyInventory: true })).toEqual({ ...nothing, unchanged: 3 });
});

describe('random items and findings', () => {
  /** Small repeatable random numbers (mulberry32), so that a failure can be repeated. */
  const randomOf = (seed: number) => (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
  const someFiles = (random: (below: number) => number) => ['a', 'b', 'c', 'd'].filter(() => random(2) === 1);

  const write = (stands: StandingItem[], result: InventoryMerge): StandingItem[] => {
    const kept = stands.filter((item) => !result.deletions.includes(item.id));
    const updated = kept.map((item) => {
      const update = result.updates.find((one) => one.id === item.id);
      if (update === undefined) return item;
      const files = item.files.filter((path) => !update.removeFiles.includes(path));
      return { ...item, ...update.set, files: [...files, ...update.addFiles] };
    });
    const made = result.creations.map((item, index) => ({ ...standing(1_000 + index, item.componentName), ...item }));
    return [...updated, ...made];
  };

  it.each(Array.from({ length: 300 }, (_, seed) => [seed]))(
    'decisions stay, and a second run does nothing (%i)',
    (seed) => {
      const random = randomOf(seed);
      const names = ['x', 'y', 'z'];
      const licenses = ['MIT', 'ISC'];
      const items = names
        .filter(() => random(3) > 0)
        .map((name) => wanted(name, { licenseExpression: licenses[random(2)]!, files: someFiles(random) }));
      const stands = Array.from({ length: random(6) }, (_, index) => {
        const isEdited = random(2) === 1;
        const excludedFiles = isEdited ? someFiles(random) : [];
        return standing(index + 1, names[random(3)]!, {
          identity: `own:${index}`,
          licenseExpression: licenses[random(2)]!,
          isEdited,
          updatedAt: random(3),
          files: someFiles(random).filter((path) => !excludedFiles.includes(path)),
          excludedFiles,
        });
      });
      const settings = { deleteEmptyInventory: random(2) === 1 };
      const first = merge(items, stands, settings);
      const after = write(stands, first);
      for (const before of stands.filter((item) => item.isEdited)) {
        const now = after.find((item) => item.id === before.id);
        expect(now).toMatchObject({ licenseExpression: before.licenseExpression, name: before.name });
        expect(now!.files.slice(0, before.files.length)).toEqual(before.files);
        for (const path of before.excludedFiles) {
          const gained = after.filter(
            (item) => item.componentName === before.componentName && item.files.includes(path),
          );
          const had = stands.filter((item) => item.componentName === before.componentName && item.files.includes(path));
          expect(had.map((item) => item.id)).toEqual(expect.arrayContaining(gained.map((item) => item.id)));
        }
      }
      const second = merge(items, after, settings);
      expect(second).toMatchObject({ creations: [], updates: [], deletions: [] });
    },
  );
});

describe('found items that a person deleted', () => {
  const deletion = (item: WantedItem | StandingItem, identity = item.identity): DeletedFinding => ({
    identity,
    finding: findingOf(item),
    deletedBy: 'ada',
    deletedAt: new Date(0),
  });
  const license = (name: string, expression: string) =>
    wanted(name, {
      type: 'LICENSE',
      identity: `license:${name}`,
      componentPurl: '',
      componentName: '',
      versionName: '',
      licenseExpression: expression,
    });

  it.each<[string, WantedItem, DeletedFinding]>([
    ['the same finding', wanted('x'), deletion(wanted('x'))],
    ['the same with another license', wanted('x', { licenseExpression: 'ISC' }), deletion(wanted('x'))],
    ['the same component and version from another place', wanted('x', { identity: 'other' }), deletion(wanted('x'))],
    ['what had been given another component before', wanted('x'), deletion(standing(1, 'y'), wanted('x').identity)],
    ['what a person had changed', wanted('y'), deletion(standing(1, 'y'), wanted('x').identity)],
    [
      'a license, in any notation of its expression',
      license('l', 'mit  OR isc'),
      deletion(license('other', 'MIT OR ISC')),
    ],
  ])('are not created again: %s', (_what, item, deleted) => {
    const result = merge([item], [], { deleted: [deleted] });
    expect([result.creations, result.leftOut]).toEqual([[], [{ item, because: deleted }]]);
  });

  it.each<[string, WantedItem]>([
    ['another version', wanted('x', { versionName: '2.0', identity: 'component:pkg:npm/x@2.0' })],
    ['another component', wanted('y')],
    ['a License Only item of its license', license('MIT', 'MIT')],
  ])('do not prevent %s', (_what, item) => {
    expect(merge([item], [], { deleted: [deletion(wanted('x'))] }).creations).toEqual([item]);
  });

  it('have no effect if an item of theirs exists again, and links to them are left out', () => {
    const deleted = [deletion(wanted('x'))];
    const byHand = standing(1, 'x', { identity: 'user:1', isEdited: true, files: [] });
    expect(merge([wanted('x')], [byHand], { deleted })).toMatchObject({
      leftOut: [],
      updates: [{ id: 1, addFiles: ['a'] }],
    });
    const links: WantedLink[] = [{ parent: wanted('y').identity, child: wanted('x').identity, type: 'DEPENDENCY' }];
    expect(merge([wanted('x'), wanted('y')], [], { deleted, links }).links).toEqual([]);
  });
});

describe('files that the rescan skips', () => {
  const gone = standing(1, 'x', { files: ['a', 'b'] });

  it.each<[string, WantedItem[], StandingItem[], string[], Partial<InventoryMerge>]>([
    ['keep an item that is no longer found', [], [gone], ['a', 'b'], { unchanged: 1 }],
    [
      'stay when others are removed',
      [],
      [gone],
      ['a'],
      { updates: [{ id: 1, set: {}, addFiles: [], removeFiles: ['b'] }] },
    ],
    ['create no item', [wanted('x', { files: ['a', 'b'] })], [], ['a', 'b'], {}],
    [
      'are not added to an item that others create',
      [wanted('x', { files: ['a', 'b'] })],
      [],
      ['a'],
      { creations: [wanted('x', { files: ['b'] })] },
    ],
    [
      'are not added, and change no properties',
      [wanted('x', { files: ['a', 'b'], description: 'new' })],
      [standing(1, 'x')],
      ['a', 'b'],
      { unchanged: 1 },
    ],
    [
      'let others be added, and change the properties',
      [wanted('x', { files: ['a', 'c'], description: 'new' })],
      [standing(1, 'x')],
      ['a'],
      { updates: [{ id: 1, set: { description: 'new' }, addFiles: ['c'], removeFiles: [] }] },
    ],
    [
      'are not added to an edited item either',
      [wanted('x', { files: ['a', 'b', 'c'] })],
      [standing(1, 'x', { isEdited: true })],
      ['b'],
      { updates: [{ id: 1, set: {}, addFiles: ['c'], removeFiles: [] }] },
    ],
  ])('%s', (_, items, stands, skipped, outcome) => {
    expect(merge(items, stands, { skipped, deleteEmptyInventory: true })).toEqual({
      ...nothing,
      unchanged: 0,
      ...outcome,
    });
  });
});

describe('items whose evidence is missing', () => {
  const missing = (item: StandingItem, options: Parameters<typeof merge>[2] = {}) => merge([], [item], options).missing;

  it('are named once, with what the scan saw', () => {
    const why = 'The scan no longer finds it in a.';
    expect(missing(standing(1, 'x'))).toEqual([{ id: 1, why }]);
    expect(missing(standing(1, 'x', { isMissing: true, files: [] }))).toEqual([]);
  });

  it('are back when a scan finds them again, by the same finding or the same component, version and license', () => {
    const gone = { isMissing: true, files: [] };
    expect(merge([wanted('x')], [standing(1, 'x', gone)])).toMatchObject({ missing: [], back: [1] });
    const byHand = standing(1, 'x', { ...gone, isEdited: true, identity: 'user:1' });
    expect(merge([wanted('x')], [byHand])).toMatchObject({ missing: [], back: [1] });
  });

  it('are deleted and not named if the project deletes empty inventory, unless a person keeps them', () => {
    const options = { deleteEmptyInventory: true };
    expect(merge([], [standing(1, 'x')], options)).toMatchObject({ deletions: [1], missing: [] });
    const kept = standing(1, 'x', { isKept: true, isMissing: true, files: [] });
    expect(merge([], [kept], options)).toMatchObject({ deletions: [], missing: [] });
  });

  it('stay as they were, files included, while the scan could not read their file', () => {
    const result = mergeInventory({ items: [], links: [] }, [standing(1, 'x')], {
      deleteEmptyInventory: true,
      unread: new Set(['a']),
    });
    expect(result).toEqual({ ...nothing, unchanged: 1 });
  });
});

describe('several code bases', () => {
  const both = standing(1, 'x', { files: ['server.c', 'ci:a.c'], licenseExpression: 'ISC' });
  const ofAgent = {
    deleteEmptyInventory: true,
    skipped: { has: (path: string) => !path.startsWith('ci:') },
    keepsProperties: ({ files }: StandingItem) => files.some((path) => !path.includes(':')),
    asksFor: ({ files }: StandingItem) => files.some((path) => path.startsWith('ci:')),
  };
  const scan = (items: WantedItem[], stands: StandingItem[]) => mergeInventory({ items, links: [] }, stands, ofAgent);

  it('the scan of an agent changes only its own files of an item that the server has found too', () => {
    expect(scan([wanted('x', { files: ['ci:b.c'] })], [both])).toMatchObject({
      updates: [{ id: 1, set: {}, addFiles: ['ci:b.c'], removeFiles: ['ci:a.c'] }],
      missing: [],
    });
    expect(scan([], [both])).toMatchObject({
      updates: [{ id: 1, removeFiles: ['ci:a.c'] }],
      missing: [],
      deletions: [],
    });
  });

  it('... and rewrites an item that only agents have', () => {
    const own = standing(1, 'x', { files: ['ci:a.c'], licenseExpression: 'ISC' });
    expect(scan([wanted('x', { files: ['ci:a.c'] })], [own]).updates).toMatchObject([
      { id: 1, set: { licenseExpression: 'MIT' } },
    ]);
  });

  it('... and does not ask for items without a file of it', () => {
    const others = [standing(2, 'y', { files: [] }), standing(3, 'z', { files: ['server.c'] })];
    expect(scan([], others)).toEqual({ ...nothing, unchanged: 2 });
  });

  it('the scan of the server leaves files of agents in their items', () => {
    const settings = { deleteEmptyInventory: true, skipped: { has: (path: string) => path.includes(':') } };
    expect(mergeInventory({ items: [], links: [] }, [both], settings)).toMatchObject({
      updates: [{ id: 1, removeFiles: ['server.c'] }],
      missing: [],
      deletions: [],
    });
  });
});
