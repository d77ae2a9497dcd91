// Counts failed attempts to sign in, per user, address, and both together. In memory, so that guesses of strangers write nothing to the
// database; bounded, so that they cannot fill it; forgotten by a restart.
import { signInDelays } from '../domain/sign-in-delay.ts';

/** Failures count until nothing happened for an hour. */
const FORGOTTEN_AFTER_MS = 3_600_000;
/** Of users, addresses and pairs each; beyond, those that were quiet longest are forgotten. */
const MOST_COUNTED = 20_000;

interface Count {
  failures: number;
  lastMs: number;
  hasSucceeded: boolean;
}

export interface Attempt {
  /** The password was right: the failures of this user from this address are over. */
  succeeded(): void;
  /** Whether it was right could not be found out. */
  undecided(): void;
}

/** The oldest stand first: a map keeps the order in which keys were set. */
class Counts {
  readonly #counts = new Map<string, Count>();

  find(key: string, nowMs: number): Count {
    const count = this.#counts.get(key);
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
   * To be called before a password is looked at, for logins that nobody has as well. Counts the attempt as failed at once, so that of many
   * at the same moment each is counted; or answers how long to wait.
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
