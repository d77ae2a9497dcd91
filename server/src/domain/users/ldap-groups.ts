// The members of an LDAP group by the attributes of the group itself, for directories without `memberOf` in the entries of users.
//
//   Attribute of the group          | names its members by   | usual in
//   --------------------------------+------------------------+---------------------------------
//   member                          | distinguished name     | groupOfNames
//   uniqueMember                    | distinguished name     | groupOfUniqueNames
//   memberUid                       | login                  | posixGroup
//
// Decided here:
// - Names are compared as in directories: case, escapes, and blanks around `,`, `=` and `+` do not matter.
// - A group within a group does not count, so that one entry shows all members with rights.
import type { DirectoryEntry } from './ldap-sync.ts';

export const MEMBER_ATTRIBUTES = ['member', 'uniqueMember', 'memberUid'] as const;

export interface GroupMembers {
  /** Normalised by `comparableName`. */
  names: Set<string>;
  /** In lower case. */
  logins: Set<string>;
}

/** `values` by attribute, with the name as the server spells it. */
export function membersOf(values: ReadonlyMap<string, readonly string[]>): GroupMembers {
  const members: GroupMembers = { names: new Set(), logins: new Set() };
  for (const [attribute, list] of values) {
    const name = attribute.toLowerCase();
    if (name === 'member') for (const dn of list) members.names.add(comparableName(dn));
    // RFC 4517: a bit string may follow the name.
    if (name === 'uniquemember') for (const dn of list) members.names.add(comparableName(dn.replace(/#'[01]*'B$/, '')));
    if (name === 'memberuid') for (const login of list) members.logins.add(login.trim().toLowerCase());
  }
  return members;
}

export function isMember({ names, logins }: GroupMembers, entry: Pick<DirectoryEntry, 'dn' | 'login'>): boolean {
  return names.has(comparableName(entry.dn)) || logins.has(entry.login.toLowerCase());
}

/** Normalises a distinguished name (RFC 4514), so that all its spellings become the same text. */
export function comparableName(dn: string): string {
  const parts: string[] = [];
  let part = '';
  /** The end of the last escaped character in `part`. Blanks before it belong to the value. */
  let kept = 0;
  /** Later `=` characters of a part belong to its value. */
  let isInValue = false;
  const end = () => {
    parts.push(part.slice(0, kept) + part.slice(kept).trimEnd());
    part = '';
    kept = 0;
  };
  for (let at = 0; at < dn.length; at++) {
    const char = dn.charAt(at);
    if (char === '\\') {
      const [text, length] = unescaped(dn.slice(at + 1));
      part += text;
      kept = part.length;
      at += length;
    } else if (char === ',' || char === ';' || char === '+' || (char === '=' && !isInValue)) {
      end();
      parts.push(char === ';' ? ',' : char);
      isInValue = char === '=';
    } else if (part !== '' || char.trim() !== '') part += char;
  }
  end();
  return JSON.stringify(parts.map((one) => one.toLowerCase().normalize('NFC')));
}

/** Reads the escape after a backslash: hexadecimal bytes or one character, and the number of characters read from `text`. */
function unescaped(text: string): [string, number] {
  const hex = /^[0-9a-f]{2}(?:\\[0-9a-f]{2})*/i.exec(text)?.[0];
  if (hex) return [Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8'), hex.length];
  return [text.slice(0, 1), Math.min(text.length, 1)];
}
