// Persons and organisations as manifests write them: `Jane Doe <jane@example.org> (https://example.org)`.
import { shorten, storableText } from './foreign-text.ts';
import { isFields, own } from './items.ts';

export interface Party {
  name: string;
  email?: string;
  /** A web address. */
  url?: string;
}

const LONGEST = 300;
const NOBODY = /^(?:unknown|none|n\/a|noassertion|nobody|-|\(none\))$/i;

/** The name with its address in one line; '' if it names nobody. */
export function partyText(written: string): string {
  const line = shorten(storableText(written).replace(/\s+/g, ' ').trim(), LONGEST);
  return NOBODY.test(line) ? '' : line;
}

/** The same of the parts. */
export function textOfParty({ name, email = '', url = '' }: Party): string {
  return partyText([name, email && `<${email}>`, url && `(${url})`].filter((part) => part !== '').join(' '));
}

/** Undefined if the text names nobody. A person with an address alone is called by it. */
export function partyOf(written: string): Party | undefined {
  const text = partyText(written);
  const [, email = ''] = /<([^<>\s]+@[^<>\s]+)>/.exec(text) ?? [];
  const [, url = ''] = /\((https?:\/\/[^()\s]+)\)/.exec(text) ?? [];
  const rest = text.replace(`<${email}>`, ' ').replace(`(${url})`, ' ');
  const bare = /^\s*([^\s<>()]+@[^\s<>()]+)\s*$/.exec(rest)?.[1] ?? '';
  const name = rest.replace(/\s+/g, ' ').trim() || email || url;
  if (name === '') return undefined;
  const address = email || bare;
  return { name, ...(address !== '' && { email: address }), ...(url !== '' && { url }) };
}

/** One of a manifest: a text, an object with its parts, or a list of them, of which the first counts. '' for anything else. */
export function partyIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(partyIn).find((text) => text !== '') ?? '';
  if (typeof value === 'string') return partyText(value);
  if (!isFields(value)) return '';
  const text = (name: string) => {
    const part = own(value, name);
    return typeof part === 'string' ? part.trim() : '';
  };
  return textOfParty({ name: text('name'), email: text('email'), url: text('url') || text('homepage') });
}
