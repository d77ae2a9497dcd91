// Runs every manifest reader on long repetitions, alone and inside a valid file: none may need quadratic time.
import { describe, it } from 'vitest';
import { BEGUN, expectLinear, REPEATED, repeated } from '../../test/linear-check.ts';
import { MANIFEST_SAMPLES } from '../../test/manifests/manifest-samples.ts';
import { readManifest } from './index.ts';
import { MANIFEST_MEMBERS } from './members.ts';

/** Places of a valid file at which a row is tried. */
const MOST_CUTS = 40;

describe.each(MANIFEST_MEMBERS.map(({ name }) => [name] as const))(
  '%s reads in linear time',
  { timeout: 600_000 },
  (name) => {
    const sample = Buffer.from(MANIFEST_SAMPLES[name] as string);
    const read = (bytes: Uint8Array) => readManifest(name, bytes);

    it('one repeated text', () => {
      for (const sign of REPEATED) expectLinear((size) => Buffer.from(repeated(sign, size)), read);
    });

    it('one repeated text inside a valid file', () => {
      const signs = [...REPEATED, ...BEGUN];
      for (const [at, sign] of signs.entries()) {
        // A different place for each text, so that keys, values and line ends are tested.
        const cut = Math.floor((sample.length * ((at * 7) % signs.length)) / signs.length);
        const [head, tail] = [sample.subarray(0, cut), sample.subarray(cut)];
        expectLinear((size) => Buffer.concat([head, Buffer.from(repeated(sign, size)), tail]), read);
      }
    });

    it('a row of blanks or letters after each word of a valid file', () => {
      const text = sample.toString('latin1');
      const cuts = Array.from(text.matchAll(/\b|$/g), ({ index }) => index);
      const step = Math.max(1, Math.floor(cuts.length / MOST_CUTS));
      for (let at = 0; at < cuts.length; at += step)
        for (const sign of [' ', 'a'])
          expectLinear(
            (size) => Buffer.from(`${text.slice(0, cuts[at])}${sign.repeat(size)}${text.slice(cuts[at])}`, 'latin1'),
            read,
            1 << 13,
          );
    });

    it('repeated words of a valid file', () => {
      const text = sample.toString('latin1');
      const own = [
        text,
        text.slice(0, text.length / 2),
        ...text.split('\n').slice(0, 6),
        ...(text.match(/\w+\W+/g) ?? []),
      ];
      for (const words of new Set(own.filter((one) => one !== '').slice(0, 12)))
        expectLinear((size) => Buffer.from(repeated(words, size), 'latin1'), read);
    });
  },
);
