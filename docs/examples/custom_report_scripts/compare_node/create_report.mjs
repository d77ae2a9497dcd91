// Which components two projects share, and which only one of them has: a page to read, and JSON. Takes nothing but Node.
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

const [projectId, reportId, token, optionsText, otherProjectId] = process.argv.slice(2);
/** The server puts the JSON into one more pair of quotes and doubles those within. */
const options = JSON.parse(optionsText.slice(1, -1).replaceAll('""', '"'));
const { 'core.server.url': url } = JSON.parse(readFileSync('../server_properties.json', 'utf8'));
const api = `${url.replace(/\/$/, '')}/codeinsight/api`;
const headers = { authorization: `Bearer ${token}` };

async function call(path, init = {}) {
  const answer = await fetch(`${api}${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { body: await answer.json(), pages: Number(answer.headers.get('number-of-pages') ?? 1) };
}

async function inventoryOf(id) {
  const names = new Set();
  let project = '';
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await call(
      `/project/inventory/${id}?skipVulnerabilities=true&includeFiles=false&published=false&page=${page}&size=100`,
    );
    pages = answer.pages;
    project = answer.body.projectName;
    for (const item of answer.body.inventoryItems) names.add(item.name);
  }
  return { project, names };
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value) => String(value).replace(/[&<>"]/g, (one) => escapes[one]);
const list = (heading, names) =>
  `<h2>${text(heading)}</h2><ul>${[...names]
    .sort()
    .map((name) => `<li>${text(name)}</li>`)
    .join('')}</ul>`;

console.log(`Comparing project ${projectId} with project ${otherProjectId}`);
const [mine, other] = await Promise.all([inventoryOf(projectId), inventoryOf(otherProjectId)]);
const both = new Set([...mine.names].filter((name) => other.names.has(name)));
const onlyMine = new Set([...mine.names].filter((name) => !other.names.has(name)));
const onlyOther = new Set([...other.names].filter((name) => !mine.names.has(name)));
const heading = options.heading || 'Two projects side by side';
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text(heading)}</title><h1>${text(heading)}</h1>${list('In both', both)}${list(`Only in ${mine.project}`, onlyMine)}${list(`Only in ${other.project}`, onlyOther)}</html>`;
const data = JSON.stringify({ both: [...both], onlyFirst: [...onlyMine], onlySecond: [...onlyOther] }, undefined, 2);

// One file to look at, and one zip with everything to download.
const result = zip({
  'comparison.html': page,
  'comparison.zip': zip({ 'comparison.html': page, 'comparison.json': data }),
});
const form = new FormData();
form.set('projectId', projectId);
form.set('reportId', reportId);
form.set('file', new Blob([result]), 'comparison.zip');
const { body } = await call('/projects/uploadReport', { method: 'POST', body: form });
console.log(body.message);

/** A zip as the format's specification has it: each file behind its header, the directory last. */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), facts, nameBytes, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, nameBytes);
    offset += 30 + nameBytes.length + packed.length;
  }
  const tail = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(tail.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, tail, end]);
}

function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}
