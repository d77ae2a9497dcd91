// The elements of an XML document as a tree of names, attributes and texts, with limits on depth and number. Custom entities are never replaced,
// so that nothing can multiply or reach outside.
import { SaxesParser } from 'saxes';

export interface Element {
  name: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  /** 1-based line of the opening tag's end. */
  line: number;
  /** Only of the root, and only if namespaces are read. */
  namespace?: string;
}

export interface XmlOptions {
  /**
   * Resolves namespaces: elements of another namespace than the root's keep their prefix, and attributes with a prefix are
   * left out. Refuses custom entities, whose names would otherwise be taken for text.
   */
  isStrict?: boolean;
  /** Refuses custom entities, without resolving namespaces. */
  refusesEntities?: boolean;
  /** Called for each element when its opening tag has been read: it has its attributes alone. */
  onOpen?(element: Element): void;
  /** Called for each complete element, before its parent is. The caller may take the children of an element away. */
  onClose?(element: Element, parents: readonly Element[]): void;
}

const MAX_DEPTH = 100;
/** That are in memory at once: `onClose` may take elements out of their parents. */
const MAX_HELD = 2_000_000;
const MAX_ELEMENTS = 8_000_000;
/** In characters. */
const STEP = 65_536;
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>);

/** The root element; undefined without one. Throws an `Error` with the parser's reason when the document is not well-formed. */
export function parseXml(text: string, options?: XmlOptions): Element | undefined {
  const steps = xmlSteps(text, options);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same in steps, between which the caller can do other work. */
export function* xmlSteps(
  text: string,
  { isStrict = false, refusesEntities = isStrict, onOpen, onClose }: XmlOptions = {},
): Generator<void, Element | undefined> {
  const parser = new SaxesParser({ xmlns: isStrict });
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  let held = 0;
  const heldBefore: number[] = [];
  parser.on('error', (error) => {
    // Names often contain HTML entities, which XML does not define; they are kept as written.
    if (refusesEntities || !/undefined entity/.test(error.message)) throw error;
  });
  parser.on('opentag', ({ name, attributes, uri }) => {
    count += 1;
    if (open.length >= MAX_DEPTH) throw new RangeError('nested too deep');
    heldBefore.push(held);
    held += 1;
    if (held > MAX_HELD) throw new Error(`it has more than ${MAX_HELD} elements`);
    if (count > MAX_ELEMENTS) throw new Error(`it has more than ${MAX_ELEMENTS} elements`);
    const element: Element = {
      name: isStrict && uri !== (root?.namespace ?? uri) ? foreignName(name, uri) : localName(name),
      text: '',
      attributes: plainAttributes(attributes),
      children: [],
      line: parser.line,
      ...(isStrict && root === undefined && { namespace: uri ?? '' }),
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
    onOpen?.(element);
  });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined) return;
    onClose?.(element, open);
    const before = heldBefore.pop() ?? 0;
    if (open.at(-1)?.children.at(-1) !== element) held = before;
  });
  for (let at = 0; at < text.length; at += STEP) {
    parser.write(text.slice(at, at + STEP));
    yield;
  }
  parser.close();
  return root;
}

export function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** The children of a list element: `<dependencies>` → each `<dependency>`. */
export function listed(element: Element | undefined, list: string, item: string): Element[] {
  return child(element, list)?.children.filter((candidate) => candidate.name === item) ?? [];
}

/** '' when there is none. */
export function childText(element: Element | undefined, name: string): string {
  return child(element, name)?.text.trim() ?? '';
}

/** '' when there is none. */
export function attribute(element: Element, name: string): string {
  return element.attributes[name]?.trim() ?? '';
}

/** All elements of a name at any depth, in the order of the document. */
export function descendants(element: Element, name: string): Element[] {
  const found: Element[] = [];
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === name) found.push(next);
    for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i] as Element);
  }
  return found;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The default namespace of an element may differ from the root's as well. */
function foreignName(name: string, uri = ''): string {
  return name.includes(':') ? name : `{${uri}}${name}`;
}

function plainAttributes(written: Readonly<Record<string, string | { prefix: string; value: string }>>) {
  const names = Object.keys(written);
  if (names.length === 0) return NO_ATTRIBUTES;
  const plain = Object.create(null) as Record<string, string>;
  for (const name of names) {
    const value = written[name] ?? '';
    if (typeof value === 'string') plain[localName(name)] = value;
    else if (value.prefix === '' && name !== 'xmlns') plain[name] = value.value;
  }
  return plain;
}
