import type { Address } from '../core/domain/addresses.ts';
import { carrierLimits } from '../core/domain/carrier-address.ts';
import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { type CarrierFile, totalsOf } from './carrier-file.ts';
import { collected, faultsOf, FieldsDoNotFit } from './fields.ts';
import { plainText } from './plain-text.ts';

/** The carrier's older lists took as many; its system of pre-posting names no limit. */
const MOST_IN_PART = 1000;

const ADDRESS = [
  { name: 'nome', width: carrierLimits.name, charset: 'text', fill: 'blanks_right', least: 3 },
  { name: 'logradouro', width: carrierLimits.street, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'numero', width: carrierLimits.number, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'complemento', width: carrierLimits.complement, charset: 'text', fill: 'blanks_right' },
  { name: 'bairro', width: carrierLimits.neighborhood, charset: 'text', fill: 'blanks_right' },
  { name: 'cidade', width: carrierLimits.city, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'uf', width: 2, charset: 'code' },
  { name: 'cep', width: 8, charset: 'digits' },
] as const;

const OBJECT = [
  { name: 'codigoServico', width: 5, charset: 'digits' },
  { name: 'pesoInformado', width: 6, charset: 'digits', fill: 'zeros_left', least: 1 },
  { name: 'codigoObjeto', width: 13, charset: 'code', fill: 'blanks_right' },
] as const;

/** Codes of the carrier: an envelope, and payment by contract. */
const ENVELOPE = '1';
const BY_CONTRACT = '2';
const NO_SIZES = { alturaInformada: '0', larguraInformada: '0', comprimentoInformado: '0', diametroInformado: '0' };

/**
 * Requests of pre-posting, in parts that the carrier takes at once, each with its totals.
 * @throws FieldsDoNotFit
 */
export function ppnRequests(profile: CarrierProfile, mailings: readonly CarrierMailing[]): CarrierFile[] {
  const prePosted = mailings.filter(({ way }) => way === 'ppn');
  const requests = collected(prePosted.map((mailing) => () => ppnRequest(profile, mailing)));
  const parts = Math.ceil(prePosted.length / MOST_IN_PART);
  return Array.from({ length: parts }, (_, part) => {
    const range = [part * MOST_IN_PART, (part + 1) * MOST_IN_PART] as const;
    const totals = totalsOf(prePosted.slice(...range));
    const content = { part: part + 1, parts, totals, requests: requests.slice(...range) };
    return {
      name: `ppn-${String(part + 1).padStart(4, '0')}.json`,
      type: 'application/json',
      body: `${JSON.stringify(content)}\n`,
    };
  });
}

/** The request of one mailing (`RequestPrePostagemExternaDTO`). */
export function ppnRequest(profile: CarrierProfile, mailing: CarrierMailing) {
  const { service, weight, object, additional, posting_date } = mailing;
  const own = { codigoServico: service, pesoInformado: String(Math.ceil(weight / 100)), codigoObjeto: object ?? '' };
  const faults = faultsOf('ppn_object', OBJECT, own);
  if (faults.length > 0) throw new FieldsDoNotFit(faults);
  const [year, month, day] = posting_date.split('-');
  return {
    remetente: { ...person(senderOf(mailing)), cpfCnpj: profile.customer.cnpj },
    destinatario: person(mailing.carrier_to),
    codigoServico: own.codigoServico,
    ...(object === null ? {} : { codigoObjeto: object }),
    listaServicoAdicional: additional.map((code) => ({ codigoServicoAdicional: code, valorDeclarado: '0' })),
    pesoInformado: own.pesoInformado,
    codigoFormatoObjetoInformado: ENVELOPE,
    ...NO_SIZES,
    cienteObjetoNaoProibido: '1',
    solicitarColeta: 'N',
    modalidadePagamento: BY_CONTRACT,
    itensDeclaracaoConteudo: [{ conteudo: 'Documentos', quantidade: 1, valor: 0.1 }],
    dataPrevistaPostagem: `${day}/${month}/${year}`,
    idExterno: mailing.id,
  };
}

/** The carrier returns a registered letter, so it has a sender. */
export function senderOf({ carrier_from, id }: CarrierMailing): Address {
  if (!carrier_from) throw new Error(`the registered mailing ${id} has no sender`);
  return carrier_from;
}

/** @throws FieldsDoNotFit */
function person(address: Address) {
  const values = {
    nome: plainText(address.name),
    logradouro: plainText(address.street),
    numero: plainText(address.number),
    complemento: plainText(address.complement ?? ''),
    bairro: plainText(address.neighborhood),
    cidade: plainText(address.city),
    uf: address.state,
    cep: address.postal_code.replace('-', ''),
  };
  const faults = faultsOf('ppn_address', ADDRESS, values);
  if (faults.length > 0) throw new FieldsDoNotFit(faults);
  const { nome, cep, logradouro, numero, complemento, bairro, cidade, uf } = values;
  return { nome, endereco: { cep, logradouro, numero, complemento, bairro, cidade, uf } };
}
