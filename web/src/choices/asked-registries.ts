// What became of the registries that a search of the library asked, as the server tells it in the header Registries.

export interface AskedRegistry {
  registry: string;
  state: 'answered' | 'known' | 'failed' | 'asked' | 'impossible';
  found: number;
  askedOn?: string;
  problem: string;
}

/** Undefined if the site does not allow it. */
export function askedRegistriesOf(response: Response): AskedRegistry[] | undefined {
  const header = response.headers.get('Registries');
  return header === null ? undefined : (JSON.parse(header) as AskedRegistry[]);
}

/** In words; '' if no registry was asked. */
export function registriesText(asked: readonly AskedRegistry[] | undefined): string {
  return (asked ?? []).map(textOf).join(' ');
}

function textOf({ registry, state, found, askedOn, problem }: AskedRegistry): string {
  if (state === 'answered') return `${registry}: ${found} found.`;
  if (state === 'known') return `${registry}: ${found} found on ${(askedOn ?? '').slice(0, 10)}.`;
  return `${registry}: ${problem}`;
}
