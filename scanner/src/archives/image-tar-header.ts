// Writes the header of a plain file in a tar. POSIX.1-2017 pax, "ustar Interchange Format".
import { BLOCK_BYTES } from './tar/header.ts';

const MOST_OCTAL_BYTES = 8 ** 11 - 1;

/** @param name at most 100 bytes of ASCII */
export function tarHeader(name: string, sizeBytes: number): Uint8Array {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0, 100, 'latin1');
  block.write('0000644\0', 100, 'latin1');
  block.write('0000000\0'.repeat(2), 108, 'latin1');
  if (sizeBytes <= MOST_OCTAL_BYTES) block.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  else {
    // GNU's form for larger files: a mark, and the number in binary.
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  block.write('00000000000\0', 136, 'latin1');
  block.write('        0', 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
