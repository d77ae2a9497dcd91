import { describe, expect, it } from 'vitest';
import { type Binding, bindingOf, type DatabaseSide, databaseToBeMade, type StoreSide } from './installation.ts';

const store = (change: Partial<StoreSide> = {}): StoreSide => ({
  where: '/srv/store',
  installation: undefined,
  segments: [],
  ...change,
});
const database = (change: Partial<DatabaseSide> = {}): DatabaseSide => ({
  where: 'the database db.example/assay',
  installation: undefined,
  namedSegments: [],
  hasProjects: false,
  ...change,
});

describe('a store and a database', () => {
  it.each<[string, StoreSide, DatabaseSide, Binding['type']]>([
    ['both new', store(), database(), 'nameStore'],
    ['a used database, an empty store', store(), database({ hasProjects: true }), 'nameStore'],
    ['one id', store({ installation: 'a', segments: ['x-1'] }), database({ installation: 'a' }), 'bound'],
    [
      'one id, an older copy of the store',
      store({ installation: 'a' }),
      database({ installation: 'a', namedSegments: ['x-1'] }),
      'bound',
    ],
    ['two ids', store({ installation: 'a' }), database({ installation: 'b' }), 'refused'],
    [
      'two ids, whatever they contain',
      store({ installation: 'a', segments: ['x-1'] }),
      database({ installation: 'b', namedSegments: ['x-1'] }),
      'refused',
    ],
    ['an id in the store, a new database', store({ installation: 'a', segments: ['x-1'] }), database(), 'refused'],
    ['an id in the store that is empty, a new database', store({ installation: 'a' }), database(), 'refused'],
    [
      'an id in the store, an old dump that matches',
      store({ installation: 'a', segments: ['x-1', 'x-2'] }),
      database({ namedSegments: ['x-1'] }),
      'nameDatabase',
    ],
    [
      'an id in the store, an old dump that does not',
      store({ installation: 'a', segments: ['x-1'] }),
      database({ namedSegments: ['y-1'] }),
      'refused',
    ],
    [
      'an old installation',
      store({ segments: ['x-1', 'x-2'] }),
      database({ namedSegments: ['x-1'], hasProjects: true }),
      'nameStore',
    ],
    [
      'an old installation with an id for its trackers',
      store({ segments: ['x-1'] }),
      database({ installation: 'a', namedSegments: ['x-1'] }),
      'nameStore',
    ],
    ['an old store, a new database', store({ segments: ['x-1'] }), database(), 'refused'],
    [
      'an old store, a database of another one',
      store({ segments: ['x-1'] }),
      database({ namedSegments: ['y-1'], hasProjects: true }),
      'refused',
    ],
    [
      'an old store of incomplete uploads, their database',
      store({ segments: ['x-1'] }),
      database({ hasProjects: true }),
      'nameStore',
    ],
    ['an old database, a missing store', store(), database({ namedSegments: ['x-1'], hasProjects: true }), 'refused'],
    ['files, and no database', store({ segments: ['x-1'] }), databaseToBeMade('/srv/postgres'), 'refused'],
    ['nothing yet', store(), databaseToBeMade('/srv/postgres'), 'nameStore'],
  ])('%s', (_, one, other, type) => {
    expect(bindingOf(one, other).type).toBe(type);
  });

  it('a refusal names both sides and what to do', () => {
    const binding = bindingOf(store({ installation: 'a', segments: ['x-1'] }), database({ installation: 'b' }));
    const { message } = binding as { message: string };
    expect(message).toContain('/srv/store belongs to installation a and contains 1 segments of file contents');
    expect(message).toContain('the database db.example/assay, which belongs to installation b and is new or empty');
    expect(message).toContain('assay store adopt');
    const missing = bindingOf(store({ segments: ['x-1'] }), databaseToBeMade('/srv/postgres')) as { message: string };
    expect(missing.message).toContain('there is no database in /srv/postgres. Name the database');
  });
});
