// Reads the tags of an XML text with their attributes, one after the other. No entities and no tree: for formats whose
// facts are in attributes.
// Format: https://www.w3.org/TR/xml/
import { newlinesBetween } from './lines.ts';
export interface XmlTag {
  name: string;
  attributes: Map<string, string>;
  isClosing: boolean;
  /** 1-based. */
  line: number;
}

const MAX_TAGS = 500_000;
const TAG =
  /<(\/?)([A-Za-z_][\w:.-]{0,100})((?:\s+[\w:.-]{1,100}\s*=\s*(?:"[^"<]{0,4000}"|'[^'<]{0,4000}'))*)\s*\/?>|<!--|\n/g;

export function readXmlTags(text: string): XmlTag[] {
  const tags: XmlTag[] = [];
  let line = 1;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(text); match !== null && tags.length < MAX_TAGS; match = TAG.exec(text)) {
    const [whole, slash = '', name = '', written = ''] = match;
    if (whole === '<!--') {
      const end = text.indexOf('-->', match.index);
      const stop = end < 0 ? text.length : end;
      line += newlinesBetween(text, match.index, stop);
      TAG.lastIndex = stop;
    } else if (whole === '\n') line += 1;
    else {
      const attributes = new Map<string, string>();
      for (const [, key = '', double, single] of written.matchAll(/([\w:.-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
        attributes.set(key, unescaped(double ?? single ?? ''));
      tags.push({ name, attributes, isClosing: slash !== '', line });
      line += whole.split('\n').length - 1;
    }
  }
  return tags;
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
