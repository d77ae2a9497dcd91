// Names a model: by its repository at Hugging Face if that is known, otherwise by its name.
import type { Ecosystem } from '../manifests/shared/identity.ts';

/** Undefined without a name. */
export function modelIdentity(name: string, origin: string): { type: Ecosystem; fullName: string } | undefined {
  const repository = /^https:\/\/(?:huggingface\.co|hf\.co)\/([\w.-]{1,100}\/[\w.-]{1,100})\/?$/.exec(origin)?.[1];
  if (repository !== undefined) return { type: 'huggingface', fullName: repository };
  const bare = name.trim().replace(/\s+/g, '-').replaceAll('/', '-');
  return bare === '' ? undefined : { type: 'generic', fullName: bare };
}
