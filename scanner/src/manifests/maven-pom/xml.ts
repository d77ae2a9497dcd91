// The elements of an XML document as a tree of names and texts, with limits on depth and number. Attributes and custom entities are
// ignored, so that nothing can multiply or reach outside.
import { SaxesParser } from 'saxes';

export interface Element {
  name: string;
  text: string;
  children: Element[];
}

const MAX_DEPTH = 100;
const MAX_ELEMENTS = 500_000;

/** The root element; undefined without one. Throws an `Error` with the parser's reason when the document is not well-formed. */
export function parseXml(text: string): Element | undefined {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  parser.on('error', (error) => {
    // Names often contain HTML entities, which XML does not define; they are kept as written.
    if (!/undefined entity/.test(error.message)) throw error;
  });
  parser.on('opentag', ({ name }) => {
    count += 1;
    if (open.length >= MAX_DEPTH) throw new RangeError('nested too deep');
    if (count > MAX_ELEMENTS) throw new Error(`it has more than ${MAX_ELEMENTS} elements`);
    const element: Element = { name: name.slice(name.indexOf(':') + 1), text: '', children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', (piece) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  });
  parser.on('cdata', (piece) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
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
