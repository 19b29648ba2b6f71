declare module 'openapi-to-postmanv2' {
  interface Conversion {
    result: boolean;
    /** Why there is no result. */
    reason?: string;
    output?: { type: 'collection'; data: unknown }[];
  }

  const converter: {
    convertV2: (
      input: { type: 'string'; data: string },
      options: Readonly<Record<string, unknown>>,
      done: (error: Error | null, conversion: Conversion) => void,
    ) => void;
  };
  export default converter;
}
