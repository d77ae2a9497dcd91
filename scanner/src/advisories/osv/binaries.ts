// Reads the binary packages that a record of a distribution lists for its source package. Ubuntu writes
// `[{"binary_name": "libssl3", "binary_version": "3.0.2"}]`; SUSE, and Ubuntu before that, `[{"libssl3": "3.0.2"}]`.
// A list that was read only in part would show binary packages as free of a flaw that they have, so it is left out as a whole.
import type { VulnerablePart } from '../advisory.ts';
import { distinct, fieldsOf, isFields, own, type Problems, quoted, textField } from '../reading.ts';

type Fields = Record<string, unknown>;

/** The longest lists, those of kernels, have some hundred. */
const MOST_BINARIES = 10_000;
const LONGEST_NAME = 256;

/** At most one part. None if the record has no list, an empty one, or one that cannot be read. */
export function binariesOf(fields: Fields, specific: Fields, problems: Problems): VulnerablePart[] {
  const written = own(specific, 'binaries');
  if (written === undefined || written === null) return [];
  const names = Array.isArray(written) ? namesIn(written) : wrong('binaries', written, 'a list');
  if ('problem' in names) {
    problems.add(`${names.problem}; the list of binary packages was left out.`);
    return [];
  }
  const path = textField(fieldsOf(fields, 'package', problems), 'name', problems);
  return names.found.length === 0 ? [] : [{ path, symbols: distinct(names.found), areBinaries: true }];
}

type Names = { found: string[] } | { problem: string };

function namesIn(list: readonly unknown[]): Names {
  const found: string[] = [];
  for (const [i, item] of list.entries()) {
    const names = namesOfItem(item, `binaries[${i}]`);
    if ('problem' in names) return names;
    for (const name of names.found) found.push(name);
    if (found.length > MOST_BINARIES)
      return { problem: `"binaries" has more than ${MOST_BINARIES} names of binary packages` };
  }
  return { found };
}

function namesOfItem(item: unknown, place: string): Names {
  if (typeof item === 'string') return nameOf(item, place);
  if (!isFields(item)) return wrong(place, item, 'an object with the member "binary_name"');
  if (own(item, 'binary_name') !== undefined || own(item, 'binary_version') !== undefined)
    return nameOf(own(item, 'binary_name'), `${place}.binary_name`);
  const found: string[] = [];
  for (const [key, version] of Object.entries(item)) {
    if (typeof version !== 'string') return wrong(`${place}.${key.slice(0, 100)}`, version, 'a version');
    const name = nameOf(key, place);
    if ('problem' in name) return name;
    for (const one of name.found) found.push(one);
  }
  return { found };
}

/** `libssl3:amd64` is the package libssl3 for one architecture. */
function nameOf(written: unknown, place: string): Names {
  const name = typeof written === 'string' ? written.slice(0, LONGEST_NAME + 1).replace(/:[a-z0-9-]+$/, '') : '';
  if (name.length <= LONGEST_NAME && /^[A-Za-z0-9][\w.+~^-]*$/.test(name)) return { found: [name] };
  return wrong(place, written, 'the name of a binary package, such as libssl3');
}

function wrong(place: string, value: unknown, right: string): { problem: string } {
  if (typeof value === 'string') return { problem: `"${place}" is ${quoted(value)}, but must be ${right}` };
  const shape = Array.isArray(value) ? 'a list' : isFields(value) ? 'an object' : String(value);
  return { problem: `"${place}" should be ${right}, but is ${value === undefined ? 'missing' : shape}` };
}
