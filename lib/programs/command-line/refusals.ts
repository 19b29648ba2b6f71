/** The line is not a valid command. Nothing was done. */
export class UsageError extends Error {}

/** A file in the line cannot be read or written; help would not explain more. Nothing was done. */
export class UnusableFile extends UsageError {}

/** A valid command that cannot be carried out, or was not confirmed. Nothing was changed. */
export class Refusal extends Error {}

/** The user pressed Ctrl-C. */
export class Interruption extends Error {}
