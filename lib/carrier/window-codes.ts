import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { dataMatrixContent } from './data-matrix-content.ts';

/** What machines read through the window. */
export interface WindowCodes {
  dataMatrix: string;
  /** Eight digits of the recipient's postal code. */
  cepnet: string;
}

/**
 * The codes of a mailing; null where the carrier prints the letter itself.
 * @throws FieldsDoNotFit
 */
export function windowCodes(profile: CarrierProfile, mailing: CarrierMailing): WindowCodes | null {
  if (mailing.way === 'e_carta') return null;
  const { postal_code, to, cif, object, service, idv, additional, way } = mailing;
  const { origin, customer, data_matrix } = profile;
  const dataMatrix = dataMatrixContent({
    to: { postal_code, number: to.number },
    from: origin,
    idv,
    cif: cif ?? data_matrix.cif_filler,
    // Ten zeros for authorized franking without a register.
    additional_services: way === 'fac_simple' ? [] : additional,
    service,
    cnae: customer.cnae,
    tracking: object ?? data_matrix.tracking_filler,
  });
  return { dataMatrix, cepnet: postal_code };
}
