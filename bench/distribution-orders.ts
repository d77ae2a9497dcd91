// Orders of distribution versions, written from the specifications as a second opinion. Shares no code with
// scanner/src/versions.
// https://www.debian.org/doc/debian-policy/ch-controlfields.html#version
// https://rpm-software-management.github.io/rpm/manual/tags.html
// https://wiki.alpinelinux.org/wiki/APKBUILD_Reference#pkgver

/** Debian: letters before other signs, "~" before the end. */
function debWeight(sign: string): number {
  if (sign === '~') return -1;
  if (sign === '' || /\d/.test(sign)) return 0;
  return /[a-z]/i.test(sign) ? sign.charCodeAt(0) : sign.charCodeAt(0) + 256;
}

function debPart(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  while (left.length > 0 || right.length > 0) {
    while ((left.length > 0 && !/\d/.test(left[0] ?? '')) || (right.length > 0 && !/\d/.test(right[0] ?? ''))) {
      const step = debWeight(left[0] ?? '') - debWeight(right[0] ?? '');
      if (step !== 0) return step;
      left.shift();
      right.shift();
    }
    const number = (from: string[]) => {
      let digits = '';
      while (from.length > 0 && /\d/.test(from[0] ?? '')) digits += from.shift();
      return BigInt(digits || '0');
    };
    const [one, other] = [number(left), number(right)];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function epochAndRest(version: string): [number, string] {
  const at = version.indexOf(':');
  return at < 0 ? [0, version] : [Number(version.slice(0, at)), version.slice(at + 1)];
}

export function compareDeb(a: string, b: string): number {
  const [[epochA, restA], [epochB, restB]] = [epochAndRest(a), epochAndRest(b)];
  if (epochA !== epochB) return epochA - epochB;
  const split = (text: string): [string, string] => {
    const at = text.lastIndexOf('-');
    return at < 0 ? [text, '0'] : [text.slice(0, at), text.slice(at + 1)];
  };
  const [[upstreamA, revisionA], [upstreamB, revisionB]] = [split(restA), split(restB)];
  return debPart(upstreamA, upstreamB) || debPart(revisionA, revisionB);
}

/** RPM: segments of digits or letters; "~" before all, "^" after the same text but before more of it. */
function rpmPart(a: string, b: string): number {
  const segments = (text: string) => text.match(/~|\^|\d+|[a-zA-Z]+/g) ?? [];
  const [left, right] = [segments(a), segments(b)];
  for (let at = 0; ; at++) {
    const [one, other] = [left[at], right[at]];
    if (one === '~' || other === '~') {
      if (one !== other) return one === '~' ? -1 : 1;
      continue;
    }
    if (one === '^' || other === '^') {
      if (one === other) continue;
      if (one === '^') return other === undefined ? 1 : -1;
      return one === undefined ? -1 : 1;
    }
    if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? -1 : 1;
    const [isNumber, isOtherNumber] = [/^\d/.test(one), /^\d/.test(other)];
    if (isNumber !== isOtherNumber) return isNumber ? 1 : -1;
    if (isNumber) {
      const [x, y] = [BigInt(one), BigInt(other)];
      if (x !== y) return x < y ? -1 : 1;
    } else if (one !== other) return one < other ? -1 : 1;
  }
}

/** If the bound has no release, the release is ignored. */
export function compareRpm(a: string, b: string): number {
  const [[epochA, restA], [epochB, restB]] = [epochAndRest(a), epochAndRest(b)];
  if (epochA !== epochB) return epochA - epochB;
  const [versionA = '', releaseA] = restA.split('-');
  const [versionB = '', releaseB] = restB.split('-');
  const step = rpmPart(versionA, versionB);
  return step !== 0 || releaseA === undefined || releaseB === undefined ? step : rpmPart(releaseA, releaseB);
}

const APK_WORDS = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p'];

/** Alpine: numbers, a letter, words with numbers, a revision. */
export function compareApk(a: string, b: string): number {
  const parts = (text: string) => {
    const [, numbers = '', letter = '', words = '', revision = '0'] =
      /^(\d+(?:\.\d+)*)([a-z]?)((?:_[a-z]+\d*)*)(?:-r(\d+))?$/.exec(text) ?? [];
    return { numbers: numbers.split('.').map(Number), letter, words: words.split('_').slice(1), revision };
  };
  const [one, other] = [parts(a), parts(b)];
  for (let at = 0; at < Math.max(one.numbers.length, other.numbers.length); at++) {
    const step = (one.numbers[at] ?? -1) - (other.numbers[at] ?? -1);
    if (step !== 0) return step;
  }
  if (one.letter !== other.letter) return one.letter < other.letter ? -1 : 1;
  for (let at = 0; at < Math.max(one.words.length, other.words.length); at++) {
    const word = (text: string | undefined) => /^([a-z]*)(\d*)$/.exec(text ?? '') ?? [];
    const [[, nameA = '', numberA = ''], [, nameB = '', numberB = '']] = [word(one.words[at]), word(other.words[at])];
    const step = APK_WORDS.indexOf(nameA) - APK_WORDS.indexOf(nameB) || Number(numberA) - Number(numberB);
    if (step !== 0) return step;
  }
  return Number(one.revision) - Number(other.revision);
}
