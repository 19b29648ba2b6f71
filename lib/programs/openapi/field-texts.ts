import type { Schema } from './json-schema.ts';

/**
 * What customers are told about the fields and parameters that they send, beyond what the schema says. A default and an
 * example may stand beside the description. A name that means something else on one endpoint has a row of its own,
 * `<function>.<name>`.
 */
export const fieldTexts: Readonly<Record<string, Schema>> = {
  // Addresses
  to: { description: 'The recipient. The postal code gives street, neighborhood, city and state where it can.' },
  from: {
    description:
      "The sender, printed on one line above the recipient: undeliverable mail returns there. The account's default sender unless sent.",
  },
  name: { description: 'Person or company.' },
  street: { description: 'What the postal code gives, unless sent.' },
  number: { description: 'Number on the street; `s/n` where there is none.' },
  complement: { description: 'Floor, apartment, block.' },
  neighborhood: { description: 'What the postal code gives, unless sent.' },
  city: { description: "Must agree with the postal code; the postal code's own unless sent." },
  state: {
    description: "Two-letter code (UF). Must agree with the postal code; the postal code's own unless sent.",
  },
  postal_code: { description: 'CEP: eight digits, with or without the hyphen.', examples: ['01001-000'] },

  // Documents
  document: { description: 'The PDF: A4 portrait, up to 6 sheets, unprotected.' },
  type: { description: 'How the PDF is sent.' },
  url: { description: 'HTTPS address of a PDF of up to 10 MB, downloaded once, within 10 seconds.' },
  upload_id: { description: 'An upload of the last 24 hours to which a PDF of up to 10 MB was sent. Works once.' },
  data: { description: 'The PDF in standard base64, without a data-URI prefix; up to 3 MB decoded.' },
  file: { description: 'The PDF, up to 4 MB.' },
  variables: {
    description:
      'Values of the markers in the PDF, such as `{{name}}`: one line of text or a number each; digits beyond what a number keeps exactly, such as those of a bank slip, as text. Without this field markers are printed as they are.',
  },

  // Mailings
  color: { description: 'Print in color.', default: false },
  double_sided: { description: 'Print on both sides.', default: false },
  address_placement: {
    description:
      '`first_page` prints the address on the first page, in an area that must be blank: 90 x 45 mm, 20 mm from the left, 45 mm from the top. `extra_page` prints it on a side of its own, never charged.',
    default: 'first_page',
  },
  postal_services: {
    description: 'Services of the carrier. `return_receipt` and `restricted_delivery` require `registered`.',
    default: [],
  },
  send_date: {
    description: 'When to send: from tomorrow to 180 days ahead, in Brasília time. Right away unless sent.',
  },
  reference: { description: "The customer's own label; need not be unique." },
  metadata: { description: "The customer's own data, never printed and returned everywhere." },

  // Verifications
  method: {
    description:
      '`hosted_page`: the recipient confirms on a page, by QR code or by typing the printed address. `code`: the letter has the code alone, and your server sends it to the check endpoint.',
  },
  letter: { description: "Texts of the service's own letter; not with `document`. What is left out is the default." },
  title: { description: 'Heading of the letter.' },
  body: {
    description:
      'Text of the letter; line breaks are kept. More lines than the sheet takes, about thirty, are `too_long`.',
  },
  footer: { description: 'Text at the foot of the letter; an empty text prints none.' },
  include_qr_code: { description: 'Print the QR code that opens the page. Only with the method `hosted_page`.' },
  include_page_url: { description: 'Print the address of the page. Only with the method `hosted_page`.' },
  instructions: { description: "Text under the code on the service's own letter." },
  return_url: { description: 'Where a button leads after confirming. Only with the method `hosted_page`.' },
  code: { description: 'The six digits; spaces and dashes do not count.', examples: ['123456'] },
  'verifications-create.document': {
    description: "Your own PDF with the marker `{{OTP_CODE}}`; the service's own letter unless sent.",
  },
  'verifications-create.color': { description: 'Print in color; only with `document`.', default: false },
  'verifications-create.double_sided': { description: 'Print on both sides; only with `document`.', default: false },
  'verifications-create.address_placement': {
    description: 'As for letters; only with `document`.',
    default: 'first_page',
  },

  // Uploads
  filename: { description: 'Name of the file.' },
  size: { description: 'Bytes of the file.' },

  // Lists
  limit: { description: 'Objects on a page at the most: very large ones come on more pages.', default: 20 },
  cursor: {
    description: 'The `next_cursor` of the page before; keep filters and limit the same. Left out for the first page.',
  },
  created_after: { description: 'Only what was created at this instant or later.' },
  created_before: { description: 'Only what was created before this instant.' },
  status: { description: 'Only with this status.' },
  object_id: { description: 'Only events of this object, e.g. a letter.' },
  'letters-list.reference': { description: 'Only with exactly this reference.' },
  'verifications-list.reference': { description: 'Only with exactly this reference.' },
  'balance-transactions-list.type': { description: 'Only of this type.' },
  'events-list.type': { description: 'Only of this type.' },

  // Paths
  letter_id: { description: 'Id of a letter of the account.' },
  verification_id: { description: 'Id of a verification of the account.' },
  'postal-codes-get.postal_code': {
    description: 'CEP: eight digits, with or without the hyphen.',
    examples: ['01001-000'],
  },
};

/**
 * What is said of a field of an endpoint.
 * @throws Error for a field that nothing is said of
 */
export function textsOf(functionName: string, field: string): Schema {
  const texts = fieldTexts[`${functionName}.${field}`] ?? fieldTexts[field];
  if (!texts) throw new Error(`lib/programs/openapi/field-texts.ts says nothing of "${field}" of ${functionName}`);
  return texts;
}
