// Joins what two groups of files state about one package. Pure, except that it changes the first draft.
import { addOwnScope, addStatement, type Draft } from './describe.ts';

/** Gives all statements of one draft to another. The texts of the target win. */
export function absorb(target: Draft, from: Draft): void {
  target.files = [...target.files, ...from.files];
  target.proofs = [...target.proofs, ...from.proofs];
  target.places = new Set([...target.places, ...from.places]);
  target.folders = [...target.folders, ...from.folders];
  target.locked = [...target.locked, ...from.locked];
  target.declared = [...target.declared, ...from.declared];
  if (from.about.requests !== undefined)
    target.about.requests = [...(target.about.requests ?? []), ...from.about.requests];
  if (from.hasScope) addStatement(target, from.about.scope, from.about.isDirect);
  if (from.ownScope !== undefined) addOwnScope(target, from.ownScope);
  target.about.supplier ??= from.about.supplier;
  for (const field of ['declaredLicense', 'description', 'homepageUrl', 'repositoryUrl', 'downloadUrl'] as const) {
    if (target.about[field] !== '' || from.about[field] === '') continue;
    target.about[field] = from.about[field];
    if (field === 'declaredLicense' && from.about.licensePath !== undefined)
      target.about.licensePath = from.about.licensePath;
  }
}
