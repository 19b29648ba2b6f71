/** The line is not a valid command. Nothing was done. */
export class UsageError extends Error {}

/** A file that the line names cannot be read or written, of which no help says more. Nothing was done. */
export class UnusableFile extends UsageError {}

/** A valid command that cannot be carried out, or was not confirmed. Nothing was changed. */
export class Refusal extends Error {}

/** The user pressed Ctrl-C. */
export class Interruption extends Error {}
