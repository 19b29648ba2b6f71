/** Where a delivery waits for its turn: receivers that hang share the slow lane, so they cannot delay the others. */
export type Lane = 'fast' | 'slow';

/**
 * Settings of webhook delivery, with their reasons. Milliseconds unless the name says otherwise. The principle of the
 * lanes: one invocation makes all calls of an endpoint, so an endpoint that hangs occupies one slot of one invocation,
 * however many events it gets. Receivers that begin to hang at the same time do not affect the others while there are
 * fewer of them than slots in the fast lane: 300 invocations of `mostRuns` each, 6,000.
 */
export const deliverySettings = {
  /** The receiver responds within 15 seconds (rule HOOK-5); DNS, TCP and TLS included. */
  deadline: 15_000,
  /** An invocation starts calls for this long; the last ones end 15 s later, within its time limit of 45 s. */
  beginsFor: 25_000,
  /**
   * An invocation that has worked this long receives more messages, and again after each `look` while there are some.
   * Most receivers have responded by then and cause no call to SQS.
   */
  takesMoreAfter: 150,
  /**
   * Maximum endpoints that one invocation calls at once. With ten calls each they use 200 sockets of the 1,024 files
   * that a function may open (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), and at most 51
   * MB of bodies.
   */
  mostRuns: 20,
  /** Longer than that time limit, so that a lease never expires during an attempt. */
  lease: 50_000,
  /** Interval at which a run renews its lease; after `runLease` without renewal another run takes the endpoint. */
  runRenewal: 5_000,
  runLease: 15_000,
  /**
   * A run with capacity for another call checks for waiting deliveries at this interval, which doubles up to a second.
   */
  look: 50,
  longestLook: 1_000,
  /** Interval at which a run reads its endpoint again. */
  endpointFreshFor: 100,
  /** Waiting deliveries that a run takes at once; it puts back those that it cannot start. */
  waitingPage: 25,
  /** A call pending this long counts as hanging, without waiting for the whole deadline. */
  slowAfter: 3_000,
  /** An endpoint moves to the slow lane if at most this share of its last twenty calls was quick. */
  slowUpTo: 0.5,
  /**
   * It leaves the slow lane if this share was quick, or after `slowFor`. With one dead backend of ten, 0.9 are quick.
   */
  fastFrom: 0.8,
  slowFor: 600_000,
  /** Concurrent calls of an endpoint: at 100 ms per response, ten make 100 deliveries a second. */
  inFlight: { fast: 10, slow: 5 } satisfies Record<Lane, number>,
  /**
   * Parked deliveries may still appear for this long after their endpoint is resumed: longer than the lifetime of a
   * function that saw it paused.
   */
  parkingGrace: 120_000,
  /** A message this early is waited for, because clocks differ. A much earlier one is a stale copy. */
  clockSkew: 500,
  /** Longest `DelaySeconds` of SQS. */
  longestQueueDelay: 900_000,
  /**
   * The sweep checks this long after a queued attempt was due: its message is lost or in a backlog. Doubles each time.
   */
  queueGrace: 60_000,
  /** Maximum doublings of `queueGrace`: about an hour. */
  mostDoublings: 6,
  /**
   * Attempts beyond the queue's longest delay are queued this long before they are due: the period of the sweep, which
   * runs every minute, plus a margin.
   */
  sweepLead: 90_000,
  /**
   * Rows that the sweep takes from each shard in one round, oldest first; the 1 MB limit of a query may end it earlier.
   */
  sweepRows: 2_000,
  /** The sweep starts nothing after this time, so that it ends within the minute. */
  sweepTime: 45_000,
  /** How long decrypted secrets are cached. */
  secretCache: 300_000,
};

export type DeliverySettings = typeof deliverySettings;
