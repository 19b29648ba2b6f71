/** Languages in which the service speaks to customers (rule REQ-11). */
export type Locale = 'pt-BR' | 'en';
