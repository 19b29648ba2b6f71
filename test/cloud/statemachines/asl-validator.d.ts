/** The package has no types. */
declare module 'asl-validator' {
  export default function validate(
    definition: object,
    options?: { checkArn?: boolean },
  ): { isValid: boolean; errorsText(separator?: string): string };
}
