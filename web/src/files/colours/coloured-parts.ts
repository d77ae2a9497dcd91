// The parts of a text that have a colour, from the markup that highlight.js writes. Pure.

/** Fewer than highlight.js has: each is a colour that is readable on every ground of the view. */
export const kindsOfParts = ['keyword', 'string', 'comment', 'number', 'title', 'type', 'meta'] as const;
type KindOfPart = (typeof kindsOfParts)[number];

/** Offsets in the text, in ascending order, not overlapping. */
export interface ColouredPart {
  from: number;
  to: number;
  kind: KindOfPart;
}

/** By the first word of the class. What is not here has the colour of what it is in. */
const KINDS: Readonly<Record<string, KindOfPart>> = {
  ...alike('keyword', ['keyword', 'built_in', 'literal', 'selector-tag', 'name', 'operator']),
  ...alike('string', ['string', 'regexp', 'char', 'link', 'addition', 'code']),
  ...alike('comment', ['comment', 'quote', 'doctag']),
  ...alike('number', ['number', 'symbol', 'bullet', 'deletion']),
  ...alike('title', ['title', 'section', 'selector-class', 'selector-id', 'selector-attr', 'selector-pseudo']),
  ...alike('type', ['type', 'attr', 'attribute', 'property', 'variable', 'template-variable']),
  ...alike('meta', ['meta', 'template-tag']),
};

function alike(kind: KindOfPart, names: readonly string[]): Record<string, KindOfPart> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

const TAG_OR_ENTITY = /<span class="([^"]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27);/g;

export function colouredParts(markup: string): ColouredPart[] {
  const parts: ColouredPart[] = [];
  const open: (KindOfPart | undefined)[] = [];
  /** Offset in the text of what was read so far. */
  let at = 0;
  let read = 0;
  const take = (length: number) => {
    const kind = open.at(-1);
    const last = parts.at(-1);
    if (kind !== undefined && length > 0) {
      if (last?.to === at && last.kind === kind) last.to += length;
      else parts.push({ from: at, to: at + length, kind });
    }
    at += length;
  };
  for (const found of markup.matchAll(TAG_OR_ENTITY)) {
    take(found.index - read);
    read = found.index + found[0].length;
    if (found[0].startsWith('&')) take(1);
    else if (found[0] === '</span>') open.pop();
    else open.push(kindOf(found[1] ?? '') ?? open.at(-1));
  }
  take(markup.length - read);
  return parts;
}

/** For example of "hljs-title function_". Code of another language in the text has no colour of its own. */
const kindOf = (name: string): KindOfPart | undefined => KINDS[/^hljs-([\w-]+)/.exec(name)?.[1] ?? ''];
