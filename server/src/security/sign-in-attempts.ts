// Counts failed attempts to sign in, per user, per address, and per pair of both. In memory, so that guesses of strangers write nothing to the
// database; limited, so that they cannot fill it; a restart clears it.
import { signInDelays } from '../domain/users/sign-in-delay.ts';

/** Failures count until an hour has passed without one. */
const FORGOTTEN_AFTER_MS = 3_600_000;
/** For users, addresses and pairs each; beyond this number, the least recent ones are forgotten. */
const MOST_COUNTED = 20_000;

interface Count {
  failures: number;
  lastMs: number;
  hasSucceeded: boolean;
}

export interface Attempt {
  /** The password was right: clears the failures of this user from this address. */
  succeeded(): void;
  /** The password could not be checked. */
  undecided(): void;
}

/** The oldest come first, because a map keeps the order in which keys were set. */
class Counts {
  readonly #counts = new Map<string, Count>();

  find(key: string, nowMs: number): Count {
    const count = this.#counts.get(key);
    // The clock was set back. Waiting until it is there again could take days.
    if (count && count.lastMs > nowMs) count.lastMs = nowMs;
    if (count && nowMs - count.lastMs < FORGOTTEN_AFTER_MS) return count;
    return { failures: 0, lastMs: 0, hasSucceeded: false };
  }

  set(key: string, count: Count): void {
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size > MOST_COUNTED) this.#counts.delete(this.#counts.keys().next().value as string);
  }

  fail(key: string, nowMs: number): void {
    const { failures, hasSucceeded } = this.find(key, nowMs);
    this.set(key, { failures: failures + 1, lastMs: nowMs, hasSucceeded });
  }

  takeBack(key: string): void {
    const count = this.#counts.get(key);
    if (count) count.failures = Math.max(0, count.failures - 1);
  }

  get size(): number {
    return this.#counts.size;
  }
}

export class SignInAttempts {
  readonly #pairs = new Counts();
  readonly #users = new Counts();
  readonly #addresses = new Counts();

  /**
   * Call this before a password is checked, even for unknown logins. Counts the attempt as failed at once, so that simultaneous attempts are all
   * counted; or returns how long to wait.
   */
  begin(login: string, address: string, now: Date): Attempt | { waitMs: number } {
    const user = login.toLowerCase();
    const pair = JSON.stringify([user, address]);
    const nowMs = now.getTime();
    const [ofPair, ofUser, ofAddress] = [
      this.#pairs.find(pair, nowMs),
      this.#users.find(user, nowMs),
      this.#addresses.find(address, nowMs),
    ];
    const delays = signInDelays({
      ofPair: ofPair.failures,
      ofUser: ofUser.failures,
      ofAddress: ofAddress.failures,
      isKnownPair: ofPair.hasSucceeded,
    });
    const waitMs = Math.max(ofPair.lastMs + delays.ofPairMs - nowMs, ofAddress.lastMs + delays.ofAddressMs - nowMs, 0);
    if (waitMs > 0) return { waitMs };
    this.#pairs.fail(pair, nowMs);
    this.#users.fail(user, nowMs);
    this.#addresses.fail(address, nowMs);
    const takeBack = () => {
      this.#users.takeBack(user);
      this.#addresses.takeBack(address);
    };
    return {
      succeeded: () => {
        takeBack();
        this.#pairs.set(pair, { failures: 0, lastMs: nowMs, hasSucceeded: true });
      },
      undecided: () => {
        takeBack();
        this.#pairs.takeBack(pair);
      },
    };
  }

  get size(): number {
    return this.#pairs.size + this.#users.size + this.#addresses.size;
  }
}
