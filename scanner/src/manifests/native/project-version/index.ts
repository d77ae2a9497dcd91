// Reads the version that the files of a vendored library state about the library: configure.ac, meson.build, VERSION, a header with its version, or
// its README. Only plain versions count: nothing is computed. ../../packages/vendored.ts uses it for libraries that nothing else names.
// Formats: https://www.gnu.org/software/autoconf/manual/autoconf.html#Initializing-configure, https://mesonbuild.com/Reference-manual_functions.html#project

import type { ManifestReader } from '../../member.ts';
import { numberedLines } from '../../shared/held.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

/** The versions of headers stand near their beginning; the rest may be large. */
const MOST_CHARACTERS = 64 * 1024;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The file with a version', () => {
      const stated = versionIn(textOf(bytes.subarray(0, MOST_CHARACTERS)));
      return stated === undefined ? [] : [definitionsOf('generic', { project: stated })];
    }),
};

interface Stated {
  version: string;
  line: number;
  isInParts?: true;
}

function versionIn(text: string): Stated | undefined {
  if (/^[ \t]{0,99}AC_INIT\b/m.test(text))
    return inCall(text, /^[ \t]{0,99}AC_INIT[ \t]{0,9}\([^,()]{1,100},[\s[]{0,99}([^\s\],()]{1,40})[\s\]]{0,99}[,)]/m);
  if (/^[ \t]{0,99}project[ \t]{0,9}\(/m.test(text))
    return inCall(text, /^[ \t]{0,99}project[ \t]{0,9}\([^()]{0,500}?\bversion[ \t]{0,9}:[ \t]{0,9}'([^'\n]{1,40})'/m);
  if (/^[ \t]*#[ \t]*define\b/m.test(text)) return inHeader(text);
  return inFirstLine(text);
}

const PLAIN = /^v?([0-9]+(?:\.[0-9]+)+(?:[-.]?(?:alpha|beta|rc|dev|p|pre)[-.]?[0-9]*|[a-z])?)$/i;

function plain(written: string): string {
  return PLAIN.exec(written.trim())?.[1] ?? '';
}

function inCall(text: string, call: RegExp): Stated | undefined {
  const match = call.exec(text);
  const version = plain(match?.[1] ?? '');
  if (match === null || version === '') return undefined;
  const at = match.index + match[0].lastIndexOf(match[1] ?? '');
  return { version, line: text.slice(0, at).split('\n').length };
}

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w{0,80})[ \t]+(\S[^\n]{0,80})$/;
const WHOLE = /(?:^|_)VER(?:SION)?(?:_STR(?:ING)?|_TEXT|_NAME)?$/i;
const PART =
  /^(.*?)_?(?:VER(?:SION)?_?)?(MAJOR|MINOR|PATCH|MICRO|BUILD|REVISION|SUBMINOR|RELEASE|TINY|TEENY)(?:_?VER(?:SION)?)?(?:_NUM(?:BER)?)?$/i;

/** `#define X_VERSION "1.2.3"`, or its parts in three macros. The line is the first of them. */
function inHeader(text: string): Stated | undefined {
  const parts = new Map<string, Stated[]>();
  for (const { text: content, line } of numberedLines(text)) {
    const [, name = '', value = ''] = DEFINE.exec(content) ?? [];
    if (name === '') continue;
    const quoted = plain(/^"([^"]{1,40})"/.exec(value)?.[1] ?? '');
    if (quoted !== '' && WHOLE.test(name)) return { version: quoted, line };
    const [, prefix, kind = ''] = PART.exec(name) ?? [];
    const [, number = ''] = /^"?([0-9]{1,6})"?\s*(?:\/[/*].*)?$/.exec(value) ?? [];
    if (prefix === undefined || number === '' || !/VER/i.test(name)) continue;
    const known = parts.get(prefix) ?? [];
    const isNext = /^major$/i.test(kind)
      ? known.length === 0
      : /^minor$/i.test(kind)
        ? known.length === 1
        : known.length === 2;
    if (isNext) parts.set(prefix, [...known, { version: number, line }]);
  }
  for (const [first, ...others] of parts.values())
    if (first !== undefined && others.length > 0)
      return {
        version: [first, ...others].map(({ version }) => version).join('.'),
        line: first.line,
        isInParts: true,
      };
  return undefined;
}

/** The title of a README, or a file VERSION: a short line that ends with the version. */
function inFirstLine(text: string): Stated | undefined {
  for (const { text: content, line } of numberedLines(text.slice(0, 2000))) {
    const words = content.replace(/^[#=*\s]+|[#=*\s]+$/g, '');
    if (words === '') continue;
    const [, number = ''] =
      /^(?:[\w.+' -]{0,40}?[\s-])?(?:version|release|ver\.?)?\s*(v?[0-9]\S{1,30})$/i.exec(words) ?? [];
    const version = plain(number);
    return version === '' ? undefined : { version, line };
  }
  return undefined;
}
