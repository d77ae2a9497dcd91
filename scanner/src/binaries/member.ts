// The interface of a member of the binary family. Types only.
import type { Found, PackageFinding } from '../findings.ts';

/** One kind of binary file that tells what it is or what it was built from. */
export interface BinaryMember {
  name: string;
  /** How much of a file it reads: from all of it, or only its first HEAD_BYTES. */
  reads: 'all' | 'head';
  /** Whether a file that begins like this may be one. It is quick: it sees every binary file. */
  sniff(head: Uint8Array): boolean;
  /** The packages that the bytes prove. None where it is not one after all. Never throws; issues have no path. */
  read(bytes: Uint8Array): Found<PackageFinding[]>;
}
