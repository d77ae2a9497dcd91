import { describe, expect, it } from 'vitest';
import { comparableName, isMember, membersOf } from './ldap-groups.ts';

describe('names', () => {
  it.each([
    ['uid=ada,ou=people,dc=example,dc=org', 'UID=Ada, OU=People,DC=example , dc = org'],
    ['cn=Lovelace\\, Ada,dc=org', 'cn=Lovelace\\2C Ada,dc=org'],
    ['cn=S\\c3\\b8ren,dc=org', 'cn=Søren,dc=org'],
    ['cn=a\\+b,dc=org', 'cn=a\\2bb,dc=org'],
    ['cn=trail\\ ,dc=org', 'cn=trail\\20,dc=org'],
    ['cn=a+uid=b,dc=org', 'CN=a + UID=b;dc=org'],
    ['cn=x=y,dc=org', 'cn=x\\3dy,dc=org'],
  ])('%s is the same as %s', (one, other) => {
    expect(comparableName(one)).toBe(comparableName(other));
  });

  it.each([
    ['cn=Lovelace\\, Ada,dc=org', 'cn=Lovelace, Ada,dc=org'],
    ['cn=a\\+b=c,dc=org', 'cn=a+b=c,dc=org'],
    ['cn=trail\\ ,dc=org', 'cn=trail,dc=org'],
    ['uid=ada,dc=org', 'uid=ada,dc=org,dc=org'],
    ['uid=ada,dc=org', 'uid=ada'],
    ['cn=a b,dc=org', 'cn=ab,dc=org'],
  ])('%s is not the same as %s', (one, other) => {
    expect(comparableName(one)).not.toBe(comparableName(other));
  });

  it.each(['', ',', '=', '\\', 'cn=\\', 'cn=a\\zz', ',,=,+', '\\ff\\fe'])('takes %j unchanged', (text) => {
    expect(comparableName(text)).toBe(comparableName(text));
  });
});

describe('members', () => {
  const ada = { dn: 'uid=ada,ou=people,dc=org', login: 'ada' };
  it.each([
    ['member', 'UID=ada, ou=people,dc=org', true],
    ['MEMBER', 'uid=ada,ou=people,dc=org', true],
    ['uniqueMember', "uid=ada,ou=people,dc=org#'0101'B", true],
    ['memberUid', 'ADA', true],
    ['member', 'uid=ada,ou=others,dc=org', false],
    ['member', 'ada', false],
    ['memberUid', 'uid=ada,ou=people,dc=org', false],
    ['owner', 'uid=ada,ou=people,dc=org', false],
    ['memberUid', '', false],
  ])('%s: %s', (attribute, value, expected) => {
    const members = membersOf(new Map([[attribute, ['uid=eve,dc=org', value]]]));
    expect(isMember(members, ada)).toBe(expected);
  });

  it('an entry without name and login is in no group', () => {
    const members = membersOf(
      new Map([
        ['member', ['uid=ada,dc=org']],
        ['memberUid', ['ada']],
      ]),
    );
    expect(isMember(members, { dn: '', login: '' })).toBe(false);
  });
});
