interface BrazilianState {
  name: string;
  /** Inclusive ranges of the first five digits of its postal codes (LOG_FAIXA_UF of the e-DNE). */
  ranges: readonly (readonly [number, number])[];
}

/** The 26 states and the Federal District. No state owns 00xxx, 10xxx and 78900-78999. */
export const brazilianStates = {
  AC: { name: 'Acre', ranges: [[69900, 69999]] },
  AL: { name: 'Alagoas', ranges: [[57000, 57999]] },
  AM: {
    name: 'Amazonas',
    ranges: [
      [69000, 69299],
      [69400, 69899],
    ],
  },
  AP: { name: 'Amapá', ranges: [[68900, 68999]] },
  BA: { name: 'Bahia', ranges: [[40000, 48999]] },
  CE: { name: 'Ceará', ranges: [[60000, 63999]] },
  DF: {
    name: 'Distrito Federal',
    ranges: [
      [70000, 72799],
      [73000, 73699],
    ],
  },
  ES: { name: 'Espírito Santo', ranges: [[29000, 29999]] },
  GO: {
    name: 'Goiás',
    ranges: [
      [72800, 72999],
      [73700, 76799],
    ],
  },
  MA: { name: 'Maranhão', ranges: [[65000, 65999]] },
  MG: { name: 'Minas Gerais', ranges: [[30000, 39999]] },
  MS: { name: 'Mato Grosso do Sul', ranges: [[79000, 79999]] },
  MT: { name: 'Mato Grosso', ranges: [[78000, 78899]] },
  PA: { name: 'Pará', ranges: [[66000, 68899]] },
  PB: { name: 'Paraíba', ranges: [[58000, 58999]] },
  PE: { name: 'Pernambuco', ranges: [[50000, 56999]] },
  PI: { name: 'Piauí', ranges: [[64000, 64999]] },
  PR: { name: 'Paraná', ranges: [[80000, 87999]] },
  RJ: { name: 'Rio de Janeiro', ranges: [[20000, 28999]] },
  RN: { name: 'Rio Grande do Norte', ranges: [[59000, 59999]] },
  RO: { name: 'Rondônia', ranges: [[76800, 76999]] },
  RR: { name: 'Roraima', ranges: [[69300, 69399]] },
  RS: { name: 'Rio Grande do Sul', ranges: [[90000, 99999]] },
  SC: { name: 'Santa Catarina', ranges: [[88000, 89999]] },
  SE: { name: 'Sergipe', ranges: [[49000, 49999]] },
  SP: {
    name: 'São Paulo',
    ranges: [
      [1000, 9999],
      [11000, 19999],
    ],
  },
  TO: { name: 'Tocantins', ranges: [[77000, 77999]] },
} as const satisfies Record<string, BrazilianState>;

export type StateCode = keyof typeof brazilianStates;

export const stateCodes = Object.keys(brazilianStates) as readonly StateCode[];

export function isStateCode(text: string): text is StateCode {
  return Object.hasOwn(brazilianStates, text);
}

/** The state whose range holds a postal code of eight digits; being in a range does not mean that the code exists. */
export function stateOfPostalCode(postalCode: string): StateCode | undefined {
  const prefix = Number(postalCode.slice(0, 5));
  return stateCodes.find((state) =>
    brazilianStates[state].ranges.some(([first, last]) => first <= prefix && prefix <= last),
  );
}
