// What client programs say when they fail, for people: the last lines in one, without passwords, inner addresses and control characters.

const MOST_SHOWN = 300;

export class Complaints {
  readonly #hidden = new Map<string, string>();

  hide(text: string, shown: string): void {
    if (text !== '' && text !== shown) this.#hidden.set(text, shown);
  }

  /** @param noise lines that say nothing of the reason */
  plain(complaints: string, noise: RegExp): string {
    let text = complaints;
    for (const [hidden, shown] of this.#hidden) text = text.replaceAll(hidden, shown);
    return withoutUsers(text)
      .split(/[\r\n]+/)
      .map((line) => line.replace(/\p{Cc}/gu, ' ').trim())
      .filter((line) => line !== '' && !noise.test(line))
      .slice(-2)
      .join('; ')
      .slice(-MOST_SHOWN)
      .replace(/\.$/, '');
  }
}

const withoutUsers = (text: string) => text.replace(/([a-z+]+:\/\/)[^/\s@]*:[^/\s@]*@/gi, '$1');
