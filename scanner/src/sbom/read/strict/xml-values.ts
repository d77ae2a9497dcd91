// The texts that the built-in types of XML schemas allow, and the restrictions of them. https://www.w3.org/TR/xmlschema-2/

export interface SimpleType {
  /** What becomes of blanks before a text is judged. */
  space: 'preserve' | 'replace' | 'collapse';
  /** Undefined for a text that is allowed. */
  faultOf(text: string): string | undefined;
}

const DATE = /^-?\d{4,}-(\d\d)-(\d\d)/;
const ZONE = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?';
const MOST_SHOWN = 100;

function byForm(form: RegExp, what: string, isTrue: (text: string) => boolean = () => true): SimpleType {
  return {
    space: 'collapse',
    faultOf: (text) => {
      const collapsed = inSpace('collapse', text);
      return form.test(collapsed) && isTrue(collapsed) ? undefined : `"${shown(collapsed)}" is no ${what}`;
    },
  };
}

const anything = (space: SimpleType['space']): SimpleType => ({ space, faultOf: () => undefined });

export const BUILT_IN: Readonly<Record<string, SimpleType>> = {
  string: anything('preserve'),
  normalizedString: anything('replace'),
  token: anything('collapse'),
  // Blanks and letters of any language are allowed; a percent sign begins two digits, and only one part follows a number sign.
  anyURI: byForm(/^(?:[^%#]|%[0-9A-Fa-f]{2})*(?:#(?:[^%#]|%[0-9A-Fa-f]{2})*)?$/, 'address'),
  boolean: byForm(/^(?:true|false|0|1)$/, 'truth value'),
  decimal: byForm(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/, 'number'),
  integer: byForm(/^[+-]?\d+$/, 'whole number'),
  nonNegativeInteger: byForm(/^(?:\+?\d+|-0+)$/, 'whole number from 0'),
  positiveInteger: byForm(/^\+?0*[1-9]\d*$/, 'whole number from 1'),
  date: byForm(new RegExp(`^-?\\d{4,}-\\d\\d-\\d\\d${ZONE}$`), 'date', isDay),
  dateTime: byForm(
    new RegExp(
      `^-?\\d{4,}-\\d\\d-\\d\\dT(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)${ZONE}$`,
    ),
    'time like 2026-01-31T12:00:00Z',
    isDay,
  ),
};

function isDay(text: string): boolean {
  const [, month = '', day = ''] = DATE.exec(text) ?? [];
  const year = Number(/^-?(\d+)/.exec(text)?.[1]);
  const days = new Date(Date.UTC(2000 + (year % 400), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
}

interface Facet {
  name: string;
  value: string;
}

/** Throws an Error for a facet that is not known here. */
export function restricted(base: SimpleType, facets: readonly Facet[]): SimpleType {
  const valuesOf = (name: string) => facets.filter((one) => one.name === name).map(({ value }) => value);
  const unknown = facets.find(({ name }) => !FACETS.includes(name));
  if (unknown !== undefined) throw new Error(`The schema has the facet ${unknown.name}, which is not known here.`);
  const words = new Set(valuesOf('enumeration'));
  // XML schemas match whole texts, and have no anchors.
  const forms = valuesOf('pattern').map((one) => new RegExp(`^(?:${one})$`));
  const bounds = facets.flatMap(({ name, value }) => {
    const bound = BOUNDS[name];
    return bound ? [(text: string) => bound(text, Number(value))] : [];
  });
  const { space } = base;
  return {
    space,
    faultOf(text) {
      const fault = base.faultOf(text);
      if (fault !== undefined) return fault;
      const value = inSpace(space, text);
      if (words.size > 0 && !words.has(value)) return `"${shown(value)}" is none of ${someOf(words)}`;
      if (forms.length > 0 && !forms.some((one) => one.test(value)))
        return `"${shown(value)}" does not have the form that the schema wants`;
      return bounds.map((bound) => bound(value)).find((one) => one !== undefined);
    },
  };
}

const BOUNDS: Readonly<Record<string, (text: string, bound: number) => string | undefined>> = {
  minInclusive: (text, bound) => (Number(text) >= bound ? undefined : `${shown(text)} is less than ${bound}`),
  maxInclusive: (text, bound) => (Number(text) <= bound ? undefined : `${shown(text)} is more than ${bound}`),
  minLength: (text, bound) => ([...text].length >= bound ? undefined : `the text is shorter than ${bound} characters`),
  maxLength: (text, bound) => ([...text].length <= bound ? undefined : `the text is longer than ${bound} characters`),
};
const FACETS = ['enumeration', 'pattern', ...Object.keys(BOUNDS)];
const MOST_WORDS = 6;

function someOf(words: ReadonlySet<string>): string {
  const some = [...words].slice(0, MOST_WORDS).join(', ');
  return words.size > MOST_WORDS ? `${some} and ${words.size - MOST_WORDS} more` : some;
}

function inSpace(space: SimpleType['space'], text: string): string {
  if (space === 'preserve') return text;
  const replaced = text.replace(/[\t\n\r]/g, ' ');
  return space === 'replace' ? replaced : replaced.replace(/ +/g, ' ').replace(/^ | $/g, '');
}

const shown = (text: string) => text.slice(0, MOST_SHOWN);
