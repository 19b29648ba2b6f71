/** Where a delivery waits for its turn: receivers that hang share the slow lane, so that they cannot hold up the others. */
export type Lane = 'fast' | 'slow';

/**
 * Numbers of webhook delivery, with their reasons. Milliseconds unless the name says otherwise.
 * The law behind the lanes: an invocation takes up to ten messages, but is free again only when the slowest of them is done,
 * so that a call that hangs may hold a whole invocation for 15 s. A burst is harmless while endpoints that begin to hang at
 * once × calls begun before that shows ≤ invocations of the fast lane (300). For a hundred endpoints two calls are the most.
 */
export const deliverySettings = {
  /** The receiver answers within 15 seconds (rule HOOK-5); DNS, TCP and TLS included. */
  deadline: 15_000,
  /** Longer than the delivering function's timeout (30 s), so that a lease never ends under a running attempt. */
  lease: 45_000,
  /** A call pending this long, and none ended since it began: so many in flight at most, until one ends or the lane is changed. */
  suspectAfter: 500,
  suspectInFlight: 2,
  /** A call pending this long sends its endpoint to the slow lane, without waiting for the whole deadline. */
  slowAfter: 3_000,
  /** The slow lane is left after so long, or at once after an answer as quick as `quickAnswer`. */
  slowFor: 600_000,
  quickAnswer: 1_000,
  /** Attempts in flight per endpoint: at 100 ms an answer, ten make 100 deliveries a second. */
  inFlight: { fast: 10, slow: 5 } satisfies Record<Lane, number>,
  /**
   * Seconds until a delivery over the cap is tried again, by how often it was put off; the last one repeats. Growing, so
   * that the backlog of a hanging receiver is not churned through the queue all day.
   */
  overCapSeconds: [1, 2, 5, 15, 60, 300],
  /** How often deliveries of a paused endpoint look whether it has been resumed. */
  pausedRecheck: 300_000,
  /** A message this early is waited for: the clocks of two machines differ. One much earlier is a stale copy. */
  clockSkew: 500,
  /** Longest `DelaySeconds` of SQS. */
  longestQueueDelay: 900_000,
  /** The sweep looks this long after a queued attempt was due: the message is lost or still in a backlog. Doubles each time. */
  queueGrace: 60_000,
  /** At most so many doublings of `queueGrace`: about an hour. */
  mostDoublings: 6,
  /** Attempts too far for the queue are queued so long before: the sweep runs each minute, so its period plus a margin. */
  sweepLead: 90_000,
  /** Rows the sweep takes from each shard in one round, oldest first; a query ends at 1 MB before. */
  sweepRows: 2_000,
  /** The sweep begins no other round after it, to be done within the minute. */
  sweepTime: 30_000,
  /** Decrypted secrets are held in memory so long. */
  secretCache: 300_000,
};

export type DeliverySettings = typeof deliverySettings;
