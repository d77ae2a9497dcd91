// Which thread gets a batch. A thread has a second batch at hand, so that it need not ask for one, but none behind a file that takes long: the
// other threads would have to wait for that batch as well.
import { Piscina } from 'piscina';

type Balancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;
type Task = Parameters<Balancer>[0];
type Thread = Parameters<Balancer>[1][number];

const LONG = { isLong: true };

/** Marks a batch as one that takes long. Nothing of it is sent to the thread. */
export function markedLong<Message extends object>(message: Message): Message {
  return { ...message, [Piscina.queueOptionsSymbol]: LONG };
}

const isLong = (task: Task): boolean => Reflect.get(task, Piscina.queueOptionsSymbol) === LONG;

/**
 * Gives a batch to the thread with the fewest, as long as one has less than `most`.
 * @param most batches that one thread may have, the one at work and those behind it
 */
export function createBalancer(most: number): Balancer {
  /** Threads that have a long batch at work or at hand; one that has nothing left has done it. */
  const taken = new Set<number>();
  const isFree = ({ id, currentUsage, terminating, destroyed }: Thread): boolean => {
    if (currentUsage === 0) taken.delete(id);
    return currentUsage < most && !taken.has(id) && !terminating && !destroyed;
  };
  return (task, threads) => {
    let idlest: Thread | null = null;
    for (const thread of threads)
      if (isFree(thread) && (!idlest || thread.currentUsage < idlest.currentUsage)) idlest = thread;
    if (idlest && isLong(task)) taken.add(idlest.id);
    return idlest;
  };
}
