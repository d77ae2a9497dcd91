// What a token may do, beyond what its owner may: nothing. A limited token may do less. Writes nothing.
//
//   Token                   | Reads                              | Changes
//   ------------------------+------------------------------------+---------------------------------------------------------
//   of a sign-in            | all that the owner may             | all that the owner may; only it makes further tokens
//   ALL                     | all that the owner may             | all that the owner may, but for tokens and passwords
//   READ                    | all that the owner may             | nothing
//   REPORT (of a script)    | its projects and the library       | the result of its own report
//   limited to projects     | its projects and the library       | as above, in its projects only
import { type Refusal, refuse } from '../refusal.ts';

/** What people may choose for their tokens, and what scripts of reports get. */
export const tokenAccesses = ['ALL', 'READ', 'REPORT'] as const;
export type TokenAccess = (typeof tokenAccesses)[number];
export const chosenTokenAccesses = ['ALL', 'READ'] as const satisfies readonly TokenAccess[];

export interface TokenLimits {
  access: TokenAccess;
  /** Undefined: all projects of the owner. */
  projectIds?: readonly number[];
}

export interface Operation {
  /** GET and the like. */
  isRead: boolean;
  /** It checks a right in a project before it changes anything. */
  isOfProject: boolean;
  /** It stores the result of a report. */
  takesReport: boolean;
  /** Its access is a permission for the whole installation. */
  isOfInstallation: boolean;
  /** It makes or gives out what would outlast the token: tokens, passwords, and who decides about passwords. */
  needsSignIn: boolean;
}

/** Why the token is refused; undefined if it may. */
export function refuseToken(token: TokenLimits & { isSession: boolean }, operation: Operation): Refusal | undefined {
  const { access, projectIds } = token;
  if (operation.needsSignIn && !token.isSession)
    return refuse('forbidden', 'this needs a sign-in with the password; an API token cannot do it.');
  if (access === 'READ' && !operation.isRead) return refuse('forbidden', 'this token may only read.');
  if (access === 'REPORT' && !operation.isRead && !operation.takesReport)
    return refuse(
      'forbidden',
      'the token of a report script may read the projects of its report and upload its result, nothing else.',
    );
  if (projectIds === undefined) return undefined;
  if (operation.isOfInstallation)
    return refuse(
      'forbidden',
      'this token works for some projects and for reading the library, not for the whole installation.',
    );
  if (!operation.isRead && !operation.isOfProject) return refuse('forbidden', 'this token changes only its projects.');
  return undefined;
}
