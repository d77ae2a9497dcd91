// Remembers millions of paths in a few bytes each, to detect duplicates. Keeps hashes, not paths.
import { itemAt } from '../items.ts';

export interface SeenPaths {
  /** True when the path is new. Two paths with the same 64-bit hash count as one: about once in 10^6 archives of 5 million files. */
  add(path: string): boolean;
}

export function createSeenPaths(): SeenPaths {
  let slots = new Uint32Array(2 * 1024);
  let count = 0;

  const insert = (table: Uint32Array, high: number, low: number): boolean => {
    const mask = table.length / 2 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 2;
      if (table[at] === 0 && table[at + 1] === 0) {
        table[at] = high;
        table[at + 1] = low;
        return true;
      }
      if (table[at] === high && table[at + 1] === low) return false;
    }
  };
  const grow = () => {
    const larger = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 2) {
      if (slots[at] !== 0 || slots[at + 1] !== 0) insert(larger, itemAt(slots, at), itemAt(slots, at + 1));
    }
    slots = larger;
  };
  return {
    add(path) {
      let a = 0x811c9dc5;
      let b = 0x9747b28c;
      for (let i = 0; i < path.length; i++) {
        const unit = path.charCodeAt(i);
        a = Math.imul(a ^ unit, 0x01000193);
        b = Math.imul(b ^ unit, 0x5bd1e995);
        b ^= b >>> 15;
      }
      const high = mix(a ^ path.length);
      // Zero in both halves marks a free slot.
      const low = mix(b) || 1;
      if (count * 4 > slots.length) grow();
      const isNew = insert(slots, high, low);
      if (isNew) count += 1;
      return isNew;
    },
  };
}

function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
