// The revision behind the last @ of an address of Subversion: under which number the address is meant
// (https://svnbook.red-bean.com/en/1.8/svn.advanced.pegrevs.html). A name with an @ of its own is written with another one behind it. Pure.

export interface PeggedAddress {
  url: string;
  /** `HEAD` or digits; '' if the address has none. */
  peg: string;
}

const PEGGED = /^(.*\/[^/]*)@(\d{1,10}|HEAD|)$/i;

export function withoutPeg(text: string): PeggedAddress {
  const [, url = text, peg = ''] = PEGGED.exec(text) ?? [];
  return { url, peg: peg.toUpperCase() };
}

/** As people write it. */
export function withPeg({ url, peg }: PeggedAddress): string {
  return peg === '' && !PEGGED.test(url) ? url : `${url}@${peg}`;
}
