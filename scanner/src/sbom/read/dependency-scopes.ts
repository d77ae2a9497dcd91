// The scope of a package in SPDX follows from all relationships that need it: it is shipped if one of them says so, and if one of them says nothing,
// nobody knows.
type Scope = 'required' | 'optional' | 'excluded';

export class DependencyScopes {
  readonly #byRef = new Map<string, Set<Scope | 'unsaid'>>();

  add(ref: string, scope: Scope | undefined): void {
    const all = this.#byRef.get(ref) ?? new Set();
    this.#byRef.set(ref, all.add(scope ?? 'unsaid'));
  }

  /** All that was said, once each; '' for a relationship that says nothing. */
  get said(): (readonly [ref: string, scope: Scope | ''])[] {
    return [...this.#byRef].flatMap(([ref, all]) =>
      [...all].map((scope) => [ref, scope === 'unsaid' ? '' : scope] as const),
    );
  }

  /** '' if it is not known. */
  of(ref: string): Scope | '' {
    const all = this.#byRef.get(ref);
    if (all === undefined) return '';
    if (all.has('required')) return 'required';
    if (all.has('unsaid')) return '';
    return all.has('optional') ? 'optional' : 'excluded';
  }
}
