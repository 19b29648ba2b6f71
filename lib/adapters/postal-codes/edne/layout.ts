import { stateCodes } from '../../../core/domain/brazilian-states.ts';

/*
 * Layout of the delimited files of e-DNE Básico ("DNE - Leiautes", 2016, v1.1): no header, fields between `@`, no quotes,
 * windows-1252, CRLF. `any` are the fields the directory does not need.
 */

export const fieldTypes = {
  key: /^\d{1,9}$/,
  'key?': /^\d{0,9}$/,
  postal_code: /^\d{8}$/,
  'postal_code?': /^(?:\d{8})?$/,
  state: new RegExp(`^(?:${stateCodes.join('|')})$`),
  'flag?': /^[SN]?$/,
  side: /^[APIDE]$/,
  text: /\S/,
  any: /^/,
} as const;

export type FieldType = keyof typeof fieldTypes;

export interface Layout {
  /** Files of the base; all must exist, unless the table is optional. Names may be in lower case. */
  files: readonly string[];
  isOptional?: true;
  /** The delta's file; optional. */
  delta: RegExp;
  fields: Readonly<Record<string, FieldType>>;
  /** A field that older or newer releases do not have. */
  mayLack?: string;
  /** Key fields of a row; a delta replaces and removes rows by them. */
  key: readonly string[];
}

export const layouts = {
  localities: {
    files: ['LOG_LOCALIDADE.TXT'],
    delta: /^DELTA_LOG_LOCALIDADE\.TXT$/,
    fields: {
      LOC_NU: 'key',
      UFE_SG: 'state',
      LOC_NO: 'text',
      CEP: 'postal_code?',
      LOC_IN_SIT: 'any',
      LOC_IN_TIPO_LOC: 'any',
      LOC_NU_SUB: 'key?',
      LOC_NO_ABREV: 'any',
      MUN_NU: 'any',
    },
    key: ['LOC_NU'],
  },
  other_names: {
    files: ['LOG_VAR_LOC.TXT'],
    delta: /^DELTA_LOG_VAR_LOC\.TXT$/,
    fields: { LOC_NU: 'key', VAL_NU: 'key', VAL_TX: 'text' },
    key: ['LOC_NU', 'VAL_NU'],
  },
  neighborhoods: {
    files: ['LOG_BAIRRO.TXT'],
    delta: /^DELTA_LOG_BAIRRO\.TXT$/,
    fields: { BAI_NU: 'key', UFE_SG: 'state', LOC_NU: 'key', BAI_NO: 'text', BAI_NO_ABREV: 'any' },
    key: ['BAI_NU'],
  },
  other_streets: {
    files: ['LOG_VAR_LOG.TXT'],
    isOptional: true,
    delta: /^DELTA_LOG_VAR_LOG\.TXT$/,
    fields: { LOG_NU: 'key', VLO_NU: 'key', TLO_TX: 'any', VLO_TX: 'text' },
    key: ['LOG_NU', 'VLO_NU'],
  },
  number_ranges: {
    files: ['LOG_NUM_SEC.TXT'],
    isOptional: true,
    delta: /^DELTA_LOG_NUM_SEC\.TXT$/,
    fields: { LOG_NU: 'key', SEC_NU_INI: 'any', SEC_NU_FIM: 'any', SEC_IN_LADO: 'side' },
    key: ['LOG_NU', 'SEC_NU_INI', 'SEC_IN_LADO'],
  },
  state_ranges: {
    files: ['LOG_FAIXA_UF.TXT'],
    delta: /^DELTA_LOG_FAIXA_UF\.TXT$/,
    fields: { UFE_SG: 'state', UFE_CEP_INI: 'postal_code', UFE_CEP_FIM: 'postal_code' },
    key: ['UFE_SG', 'UFE_CEP_INI'],
  },
  locality_ranges: {
    files: ['LOG_FAIXA_LOCALIDADE.TXT'],
    delta: /^DELTA_LOG_FAIXA_LOC(?:ALIDADE)?\.TXT$/,
    fields: { LOC_NU: 'key', LOC_CEP_INI: 'postal_code', LOC_CEP_FIM: 'postal_code', LOC_TIPO_FAIXA: 'any' },
    mayLack: 'LOC_TIPO_FAIXA',
    key: ['LOC_NU', 'LOC_CEP_INI', 'LOC_TIPO_FAIXA'],
  },
  streets: {
    files: stateCodes.map((state) => `LOG_LOGRADOURO_${state}.TXT`),
    delta: /^DELTA_LOG_LOGRADOURO(?:_[A-Z]{2})?\.TXT$/,
    fields: {
      LOG_NU: 'key',
      UFE_SG: 'state',
      LOC_NU: 'key',
      BAI_NU_INI: 'key',
      BAI_NU_FIM: 'any',
      LOG_NO: 'text',
      LOG_COMPLEMENTO: 'any',
      CEP: 'postal_code',
      TLO_TX: 'text',
      LOG_STA_TLO: 'flag?',
      LOG_NO_ABREV: 'any',
    },
    mayLack: 'BAI_NU_FIM',
    key: ['LOG_NU'],
  },
  large_users: {
    files: ['LOG_GRANDE_USUARIO.TXT'],
    delta: /^DELTA_LOG_GRANDE_USUARIO\.TXT$/,
    fields: {
      GRU_NU: 'key',
      UFE_SG: 'state',
      LOC_NU: 'key',
      BAI_NU: 'key',
      LOG_NU: 'any',
      GRU_NO: 'any',
      GRU_ENDERECO: 'text',
      CEP: 'postal_code',
      GRU_NO_ABREV: 'any',
    },
    key: ['GRU_NU'],
  },
  postal_units: {
    files: ['LOG_UNID_OPER.TXT'],
    delta: /^DELTA_LOG_UNID_OPER\.TXT$/,
    fields: {
      UOP_NU: 'key',
      UFE_SG: 'state',
      LOC_NU: 'key',
      BAI_NU: 'key',
      LOG_NU: 'any',
      UOP_NO: 'any',
      UOP_ENDERECO: 'text',
      CEP: 'postal_code',
      UOP_IN_CP: 'any',
      UOP_NO_ABREV: 'any',
    },
    key: ['UOP_NU'],
  },
  community_boxes: {
    files: ['LOG_CPC.TXT'],
    delta: /^DELTA_LOG_CPC\.TXT$/,
    fields: { CPC_NU: 'key', UFE_SG: 'state', LOC_NU: 'key', CPC_NO: 'any', CPC_ENDERECO: 'text', CEP: 'postal_code' },
    key: ['CPC_NU'],
  },
} as const satisfies Record<string, Layout>;

export type Table = keyof typeof layouts;
export type RowOf<T extends Table> = Record<keyof (typeof layouts)[T]['fields'], string>;
