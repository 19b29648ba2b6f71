/** What was typed is no command, or not a whole one. Nothing was done. */
export class UsageError extends Error {}

/** A command that was understood and cannot be carried out, or was not confirmed. Nothing was changed. */
export class Refusal extends Error {}

/** There is no service to work on. */
export class Unreachable extends Error {}

/** The person at the terminal wants no more of it: Ctrl-C. */
export class Interruption extends Error {}
