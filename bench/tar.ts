// Tar archives in memory, of files with short names.

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
