/**
 * Most characters of the fields of an order, by their names in the API. No field cuts what is pasted: it says what does
 * not fit.
 */
export const addressLimits = {
  name: 100,
  street: 150,
  number: 20,
  complement: 60,
  neighborhood: 80,
  city: 80,
  state: 2,
} as const;

export const limits = {
  reference: 100,
  variable: 500,
  title: 120,
  body: 1500,
  footer: 300,
  instructions: 300,
  return_url: 2048,
  trade_name: 150,
  key_name: 100,
} as const;
