declare module 'virtual:theme.css';

declare module 'virtual:operations' {
  export const operations: Readonly<Record<string, string>>;
}

declare module 'virtual:price-table' {
  export const prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
