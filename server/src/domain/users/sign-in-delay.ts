// The waiting time before the next attempt to sign in. It slows down guessing and locks nobody out, because it applies to one user from one address:
// an attacker slows down only the attacker.

export interface FailureCounts {
  /** Of this user from this address. */
  ofPair: number;
  /** Of this user, wherever from. */
  ofUser: number;
  /** From this address, whoever was tried. */
  ofAddress: number;
  /** True if this user has signed in from this address before: attempts of others from the same address do not delay this user. */
  isKnownPair: boolean;
}

const FREE_OF_PAIR = 5;
/** If somebody tries one user from many addresses, each new address has a single free attempt. */
const FREE_OF_PAIR_UNDER_ATTACK = 1;
const ATTACK_ON_USER = 100;
const FREE_OF_ADDRESS = 30;
const LONGEST_WAIT_OF_PAIR_MS = 15 * 60_000;
const LONGEST_WAIT_OF_ADDRESS_MS = 60_000;

/** Milliseconds after the last failure in which every further attempt is refused unchecked. */
export function signInDelays({ ofPair, ofUser, ofAddress, isKnownPair }: FailureCounts): {
  ofPairMs: number;
  ofAddressMs: number;
} {
  const free = ofUser >= ATTACK_ON_USER && !isKnownPair ? FREE_OF_PAIR_UNDER_ATTACK : FREE_OF_PAIR;
  return {
    ofPairMs: doubled(ofPair - free, LONGEST_WAIT_OF_PAIR_MS),
    ofAddressMs: isKnownPair ? 0 : doubled(ofAddress - FREE_OF_ADDRESS, LONGEST_WAIT_OF_ADDRESS_MS),
  };
}

/** Two seconds for the first attempt beyond the free ones, then twice as long for each further one. */
function doubled(beyond: number, longestMs: number): number {
  return beyond < 0 ? 0 : Math.min(2000 * 2 ** Math.min(beyond, 30), longestMs);
}
