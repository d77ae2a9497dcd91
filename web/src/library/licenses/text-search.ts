// Finds words in the text of a license. Pure.

export interface TextPart {
  text: string;
  isFound: boolean;
  /** Position in the text, which tells parts apart. */
  at: number;
}

/** Marks so many places: more would slow the page down. */
const MOST_MARKED = 500;

/** The text in parts. Case does not matter, and any white space stands for a blank. */
export function partsAround(text: string, find: string): { parts: TextPart[]; count: number } {
  const words = find.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { parts: [{ text, isFound: false, at: 0 }], count: 0 };
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'), 'gi');
  const parts: TextPart[] = [];
  let [end, count] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    count++;
    if (count > MOST_MARKED) continue;
    parts.push({ text: text.slice(end, match.index), isFound: false, at: end });
    parts.push({ text: match[0], isFound: true, at: match.index });
    end = match.index + match[0].length;
  }
  return { parts: [...parts, { text: text.slice(end), isFound: false, at: end }], count };
}
