// The interface of a member of the binary family. Types only.
import type { Found, PackageFinding } from '../findings.ts';

/** One kind of binary file that says what it is or from what it was built. */
export interface BinaryMember {
  name: string;
  /** How much of a file it reads: from all of it, or only its first HEAD_BYTES. */
  reads: 'all' | 'head';
  /** Whether a file with this beginning may be one. It must be fast, because it runs on every binary file. */
  sniff(head: Uint8Array): boolean;
  /** The packages that the bytes prove. None if the file is of another kind. Never throws; issues have no path. */
  read(bytes: Uint8Array): Found<PackageFinding[]>;
}
