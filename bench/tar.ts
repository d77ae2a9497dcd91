// Tar archives of files with short names: in memory, or made while they are sent.
import { randomBytes } from 'node:crypto';

const MB = 1024 * 1024;

export function tarOf(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [tarHeader(name, content.length), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarHeader(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Files of 1 MB. Of every `period` files the first is hard to compress; the others have much in common. */
export function* tarOfMegabytes(megabytes: number, period = 2): Generator<Buffer> {
  for (let index = 0; index < megabytes; index++) {
    yield tarHeader(`folder-${index % 50}/file-${index}.bin`, MB);
    yield index % period === 0
      ? randomBytes(MB)
      : Buffer.alloc(MB, `line ${index} of some text that compresses well\n`);
  }
  yield Buffer.alloc(1024);
}

/** Small files. Folders form a tree with ten per level, in the order in which archivers write them. */
export function* tarOfFolders(shape: { files: number; folders: number; depth: number }): Generator<Buffer> {
  const filesOfFolder = Math.ceil(shape.files / shape.folders);
  let blocks: Buffer[] = [];
  for (let index = 0; index < shape.files; index++) {
    const content = Buffer.alloc(512);
    const length = content.write(`const answer = ${index};\n`);
    const place = folderOf(Math.floor(index / filesOfFolder), shape.depth);
    blocks.push(tarHeader(`${place}/file-${index}.js`, length), content);
    if (blocks.length < 1000) continue;
    yield Buffer.concat(blocks);
    blocks = [];
  }
  yield Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function folderOf(index: number, depth: number): string {
  const parts = [`f${index}`];
  for (let level = 1, rest = index; level < depth; level++) {
    rest = Math.floor(rest / 10);
    parts.unshift(`d${level}-${rest}`);
  }
  return parts.join('/');
}
