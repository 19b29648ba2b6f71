declare module 'virtual:theme.css';

declare module 'virtual:operations' {
  export const operations: Readonly<Record<string, string>>;
}

declare module 'virtual:price-table' {
  export const prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

declare module 'virtual:carrier-services' {
  export const carrierServices: readonly Readonly<{ name: string; requires: string | null; tracked: boolean }>[];
}
