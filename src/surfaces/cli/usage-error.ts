/** The command line asks for something that cannot be asked. Ends with exit code 2 and is shown as USAGE. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
