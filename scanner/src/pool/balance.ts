// Chooses the thread for a batch. A thread holds a second batch so that it need not ask for one, but never one behind a file that takes
// long: other threads would do that batch sooner.
import { Piscina } from 'piscina';

type Balancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;
type Task = Parameters<Balancer>[0];
type Thread = Parameters<Balancer>[1][number];

const LONG = { isLong: true };

/** Marks a batch as long. The mark is not sent to the thread. */
export function markedLong<Message extends object>(message: Message): Message {
  return { ...message, [Piscina.queueOptionsSymbol]: LONG };
}

const isLong = (task: Task): boolean => Reflect.get(task, Piscina.queueOptionsSymbol) === LONG;

/**
 * Gives a batch to the thread with the fewest batches, if it has less than `most` (including the one that it works on).
 */
export function createBalancer(most: number): Balancer {
  /** Threads that hold a long batch; a thread that holds nothing has finished it. */
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
