import type { Locale } from '../../core/domain/locale.ts';
import type {
  ApiProblemCode,
  BodyFlaw,
  ComplexityLimit,
  DashboardProblemCode,
  DetailCode,
  DocumentFlaw,
  DownloadFlaw,
  ValueFlaw,
} from '../../core/domain/problems.ts';
import {
  LETTER_BATCH_ID,
  QUOTE_HASH,
  SHORT_TEXT,
  TRACKING_CODE,
  URL_TEXT,
  VARIABLE_NAME,
  WEB_URL,
} from '../../core/domain/text-patterns.ts';
import { TYPED_CODE_PATTERN } from '../../core/domain/verification-codes.ts';

export type ProblemType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'billing_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'validation_error'
  | 'rate_limit_error'
  | 'api_error';

/**
 * Texts for people; programs must not match them. `{name}` stands for a value, `{name|one|many}` for a count with its noun;
 * `[…]` is omitted when a value in it is missing.
 */
export type Texts = Readonly<Record<Locale, string>>;

export interface CatalogueEntry {
  readonly status: number;
  readonly type: ProblemType;
  readonly texts: Texts;
  readonly retryAfterSeconds?: number;
}

/** Every `error.code` of the API (rule ERR-4). */
export const problems: Readonly<Record<ApiProblemCode, CatalogueEntry>> = {
  invalid_json: {
    status: 400,
    type: 'invalid_request_error',
    texts: {
      'pt-BR': 'O corpo da requisição não é um JSON (ou formulário multipart) válido em UTF-8.',
      en: 'The request body is not valid JSON (or a valid multipart form) in UTF-8.',
    },
  },
  unsupported_content_type: {
    status: 400,
    type: 'invalid_request_error',
    texts: {
      'pt-BR': 'Este endpoint não aceita o Content-Type enviado[: envie {accepted}].',
      en: 'This endpoint does not accept the Content-Type sent[: send {accepted}].',
    },
  },
  invalid_idempotency_key: {
    status: 400,
    type: 'invalid_request_error',
    texts: {
      'pt-BR': 'O cabeçalho Idempotency-Key deve ter de 1 a 255 caracteres.',
      en: 'The Idempotency-Key header must have 1 to 255 characters.',
    },
  },
  request_too_large: {
    status: 413,
    type: 'invalid_request_error',
    texts: {
      'pt-BR': 'O corpo da requisição passa de 4,5 MB. Para arquivos maiores, envie o PDF por upload ou por URL.',
      en: 'The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL.',
    },
  },
  api_key_missing: {
    status: 401,
    type: 'authentication_error',
    texts: {
      'pt-BR': 'Faltou a chave de API. Envie o cabeçalho Authorization: Bearer <sua chave>.',
      en: 'The API key is missing. Send the header Authorization: Bearer <your key>.',
    },
  },
  api_key_invalid: {
    status: 401,
    type: 'authentication_error',
    texts: {
      'pt-BR': 'Chave de API desconhecida. Confira se ela foi copiada por inteiro e enviada como Bearer.',
      en: 'Unknown API key. Check that it was copied in full and sent as Bearer.',
    },
  },
  api_key_revoked: {
    status: 401,
    type: 'authentication_error',
    texts: {
      'pt-BR': 'Esta chave de API foi revogada. Use outra chave da conta.',
      en: 'This API key has been revoked. Use another key of the account.',
    },
  },
  api_key_expired: {
    status: 401,
    type: 'authentication_error',
    texts: {
      'pt-BR': 'Esta chave de API venceu. Use outra chave da conta ou peça um novo prazo a quem é responsável por ela.',
      en: 'This API key has expired. Use another key of the account, or ask an owner for a later date.',
    },
  },
  insufficient_balance: {
    status: 402,
    type: 'billing_error',
    texts: {
      'pt-BR': 'O saldo da conta[ ({balance})] não cobre o preço[ ({price})]. Adicione saldo e repita a requisição.',
      en: 'The account balance[ ({balance})] does not cover the price[ ({price})]. Top up and repeat the request.',
    },
  },
  account_suspended: {
    status: 403,
    type: 'permission_error',
    texts: {
      'pt-BR': 'A conta está suspensa e não pode criar novos envios. Fale com o suporte.',
      en: 'The account is suspended and cannot create mailings. Contact support.',
    },
  },
  api_key_not_allowed: {
    status: 403,
    type: 'permission_error',
    texts: {
      'pt-BR':
        'Esta chave de API é restrita e não permite isto[: a operação {operation}][: o preço ({price}) passa do máximo por envio ({max_price})][: o CEP {postal_code} do destinatário]. Nada foi feito.',
      en: 'This API key is restricted and does not allow this[: the operation {operation}][: the price ({price}) is over the maximum for one mailing ({max_price})][: the postal code {postal_code} of the recipient]. Nothing was done.',
    },
  },
  api_key_limit_reached: {
    status: 403,
    type: 'permission_error',
    texts: {
      'pt-BR':
        'O preço[ ({price})] passa do que esta chave de API ainda pode pedir[ hoje ({left_today})][ ao todo ({left})]. Nada foi criado nem cobrado.',
      en: 'The price[ ({price})] is over what this API key may still order[ today ({left_today})][ in all ({left})]. Nothing was created or charged.',
    },
  },
  resource_not_found: {
    status: 404,
    type: 'not_found_error',
    texts: { 'pt-BR': 'A conta não tem nenhum objeto com este id.', en: 'The account has no object with this id.' },
  },
  endpoint_not_found: {
    status: 404,
    type: 'not_found_error',
    texts: {
      'pt-BR': 'Endpoint inexistente. Confira o caminho e o método HTTP.',
      en: 'No such endpoint. Check the path and the HTTP method.',
    },
  },
  postal_code_not_found: {
    status: 404,
    type: 'not_found_error',
    texts: { 'pt-BR': 'Este CEP não existe.', en: 'This postal code does not exist.' },
  },
  letter_not_cancelable: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR':
        'Esta carta não pode mais ser cancelada[: o status dela é {status}]. Só cartas em scheduled ou received podem.',
      en: 'This letter can no longer be canceled[: its status is {status}]. Only letters in scheduled or received can.',
    },
  },
  letter_batch_not_confirmable: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Este envio em massa não pode ser confirmado[: o status dele é {status}]. Nada foi cobrado.',
      en: 'This letter batch cannot be confirmed[: its status is {status}]. Nothing was charged.',
    },
  },
  letter_batch_expired: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'O prazo de 7 dias deste envio em massa terminou. Crie outro. Nada foi cobrado.',
      en: 'The 7 days of this letter batch are over. Create another one. Nothing was charged.',
    },
  },
  letter_batch_quote_differs: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Este quote_hash não é o da cotação deste envio em massa. Confira quote.hash. Nada foi cobrado.',
      en: 'This quote_hash is not that of the quote of this letter batch. Check quote.hash. Nothing was charged.',
    },
  },
  verification_not_cancelable: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Esta verificação terminou sem confirmação[ (o status dela é {status})] e não pode ser cancelada.',
      en: 'This verification ended without confirmation[ (its status is {status})] and cannot be canceled.',
    },
  },
  letter_not_final: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Esta carta ainda não terminou[ (o status dela é {status})] e não tem evidência.',
      en: 'This letter has not ended yet[ (its status is {status})] and has no evidence.',
    },
  },
  verification_not_final: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Esta verificação ainda não terminou[ (o status dela é {status})] e não tem evidência.',
      en: 'This verification has not ended yet[ (its status is {status})] and has no evidence.',
    },
  },
  verification_not_awaiting_code: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Esta verificação não está aguardando o código[: o status dela é {status}, e não awaiting_code].',
      en: 'This verification is not waiting for a code[: its status is {status}, not awaiting_code].',
    },
  },
  idempotency_key_reused: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Esta Idempotency-Key já foi usada nas últimas 24 horas com outro corpo ou em outro endpoint.',
      en: 'This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.',
    },
  },
  idempotency_key_in_use: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Outra requisição com esta Idempotency-Key ainda está em processamento. Tente de novo em instantes.',
      en: 'Another request with this Idempotency-Key is still being processed. Try again shortly.',
    },
  },
  invalid_parameters: {
    status: 422,
    type: 'validation_error',
    texts: {
      'pt-BR': 'Há campos inválidos na requisição. Veja todos em details.',
      en: 'The request has invalid fields. See all of them in details.',
    },
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    retryAfterSeconds: 1,
    texts: {
      'pt-BR': 'A conta passou do limite de 50 requisições por segundo. Espere os segundos de Retry-After e repita.',
      en: 'The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.',
    },
  },
  daily_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    retryAfterSeconds: 1,
    texts: {
      'pt-BR':
        'A conta passou do limite deste tipo de requisição em um dia. Nada foi criado. O limite recomeça à meia-noite UTC; Retry-After diz em quantos segundos.',
      en: 'The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.',
    },
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    texts: {
      'pt-BR': 'Ocorreu um erro inesperado do nosso lado. Repita a requisição com a mesma Idempotency-Key.',
      en: 'Something unexpected failed on our side. Repeat the request with the same Idempotency-Key.',
    },
  },
  service_unavailable: {
    status: 503,
    type: 'api_error',
    retryAfterSeconds: 5,
    texts: {
      'pt-BR':
        'Serviço temporariamente indisponível. Espere os segundos de Retry-After e repita com a mesma Idempotency-Key.',
      en: 'Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key.',
    },
  },
};

/** Every further `error.code` of the dashboard (docs/dashboard-api.md). */
export const dashboardProblems: Readonly<Record<DashboardProblemCode, CatalogueEntry>> = {
  session_missing: {
    status: 401,
    type: 'authentication_error',
    texts: { 'pt-BR': 'Entre na sua conta para continuar.', en: 'Sign in to continue.' },
  },
  session_ended: {
    status: 401,
    type: 'authentication_error',
    texts: { 'pt-BR': 'Sua sessão terminou. Entre de novo.', en: 'Your session has ended. Sign in again.' },
  },
  request_from_elsewhere: {
    status: 403,
    type: 'permission_error',
    texts: {
      'pt-BR': 'A requisição não veio do painel e foi recusada.',
      en: 'The request did not come from the dashboard and was refused.',
    },
  },
  role_insufficient: {
    status: 403,
    type: 'permission_error',
    texts: {
      'pt-BR': 'Seu papel nesta conta não permite isto. Fale com quem é responsável pela conta.',
      en: 'Your role in this account does not allow this. Talk to an owner of the account.',
    },
  },
  letter_not_editable: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Esta carta não pode mais ser alterada assim: o status dela mudou.',
      en: 'This letter can no longer be edited like this: its status has changed.',
    },
  },
  last_owner: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'A conta precisa de ao menos uma pessoa responsável (owner).',
      en: 'The account needs at least one owner.',
    },
  },
  mail_merge_canceled: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Este envio por planilha foi cancelado e não pode mais ser feito.',
      en: 'These letters from a spreadsheet were canceled and can no longer be sent.',
    },
  },
  mailing_not_erasable: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR':
        'Este envio ainda precisa dos dados: só o que foi postado, cancelado, falhou ou terminou pode ser apagado. Cancele-o antes, se for o caso.',
      en: 'This mailing still needs its data: only a mailing that was posted, was canceled, failed or ended can be erased. Cancel it first if you do not need it.',
    },
  },
  too_many_invitations: {
    status: 429,
    type: 'rate_limit_error',
    retryAfterSeconds: 1,
    texts: {
      'pt-BR':
        'Convites demais: espere os segundos de Retry-After e repita. Um convite que já existe continua valendo: a pessoa só precisa entrar com o e-mail dela.',
      en: 'Too many invitations: wait for the seconds in Retry-After and repeat. An invitation that exists stays valid: the person only needs to sign in with their address.',
    },
  },
  person_exists: {
    status: 409,
    type: 'conflict_error',
    texts: {
      'pt-BR': 'Esta pessoa já faz parte da conta ou já foi convidada.',
      en: 'This person already belongs to the account or is already invited.',
    },
  },
};

/**
 * Every `details[].code` (rule ERR-6). Values: `minimum`/`maximum` count characters in lengths and, always together,
 * bound numbers and dates; `max_kb` and `rows` are for files; `name_minimum`/`name_maximum` count the characters of a
 * name; `min_items`/`max_items` and `min_properties`/`max_properties` count entries; `allowed` lists values, `fields`
 * the existing fields; `type` names JSON types, `single` those of a field that was sent twice; `lines`, `maximum_lines`
 * and `letterhead_name` are for verification letters; `page`, `hidden_on_page`, `covered_text_on_page`, `sheets`, `max`, `name`, `reserved`,
 * `character`, `max_mb` and millimeters (`width_mm`, `height_mm`, and `left_mm` and `top_mm` from the top left corner
 * of the page) are for documents; `reason` is a key of `documentFlaws` or `valueFlaws`.
 */
export const detailTexts: Readonly<Record<DetailCode, Texts>> = {
  required: { 'pt-BR': 'Campo obrigatório.', en: 'This field is required.' },
  unknown_parameter: {
    'pt-BR': 'Este campo não existe aqui[: os campos são {fields}].',
    en: 'This field does not exist here[: the fields are {fields}].',
  },
  invalid_type: {
    'pt-BR': 'Tipo incorreto[: envie {type}][: envie {single}, uma só vez].',
    en: 'Wrong type[: send {type}][: send {single}, once].',
  },
  invalid_value: {
    'pt-BR':
      'Valor não permitido[: use {allowed}][: o caractere {character} não pode ser impresso][: o marcador {name} está na página {page}][: na página {hidden_on_page}, sairia cortado, encoberto ou invisível][: na página {covered_text_on_page}, o texto ao seu lado sairia encoberto ou invisível].',
    en: 'This value is not allowed[: use {allowed}][: the character {character} cannot be printed][: the marker {name} is on page {page}][: on page {hidden_on_page} it would be cut off, covered or invisible][: on page {covered_text_on_page} the text beside it would be covered or invisible].',
  },
  invalid_format: {
    'pt-BR': 'Formato inválido[: envie {format}].',
    en: 'Invalid format[: send {format}].',
  },
  too_short: {
    'pt-BR':
      'Abaixo do tamanho mínimo[: envie pelo menos {minimum|caractere|caracteres}][: o nome da chave tem pelo menos {name_minimum|caractere|caracteres}][: envie pelo menos {min_items|item|itens}][: envie pelo menos {min_properties|chave|chaves}].',
    en: 'Below the minimum length[: at least {minimum|character|characters}][: the name of a key has at least {name_minimum|character|characters}][: at least {min_items|item|items}][: at least {min_properties|key|keys}].',
  },
  too_long: {
    'pt-BR':
      'Acima do tamanho máximo[: o máximo é de {maximum|caractere|caracteres}][: o nome da chave tem no máximo {name_maximum|caractere|caracteres}][: o máximo é de {max_items|item|itens}][: o máximo é de {max_properties|chave|chaves}][: mesmo na menor letra, ocupa {lines|linha|linhas}, e na folha cabem {maximum_lines}][: o nome {letterhead_name} não cabe no alto da carta].',
    en: 'Above the maximum length[: at most {maximum|character|characters}][: the name of a key has at most {name_maximum|character|characters}][: at most {max_items|item|items}][: at most {max_properties|key|keys}][: even in the smallest type it needs {lines|line|lines}, and the sheet has room for {maximum_lines}][: the name {letterhead_name} does not fit the head of the letter].',
  },
  out_of_range: {
    'pt-BR':
      'Fora do intervalo permitido[: vai de {minimum} a {maximum}][: o máximo é de {max_kb} KB][: o arquivo deve ter exatamente {rows|linha|linhas}].',
    en: 'Outside the allowed range[: from {minimum} to {maximum}][: at most {max_kb} KB][: the file must have exactly {rows|row|rows}].',
  },
  requires_registered: {
    'pt-BR': 'Este serviço exige carta registrada: inclua registered em postal_services.',
    en: 'This service needs a registered letter: add registered to postal_services.',
  },
  postal_code_not_found: { 'pt-BR': 'Este CEP não existe.', en: 'This postal code does not exist.' },
  address_incomplete: {
    'pt-BR': 'O CEP[, de {city}/{state},] não informa este campo do endereço. Envie-o na requisição.',
    en: 'The postal code[, in {city}/{state},] does not give this part of the address. Send it in the request.',
  },
  document_unreachable: {
    'pt-BR': 'Não foi possível baixar o PDF desta URL.',
    en: 'The PDF could not be downloaded from this URL.',
  },
  verification_not_found: {
    'pt-BR': 'A conta não tem nenhuma verificação com este id.',
    en: 'The account has no verification with this id.',
  },
  upload_not_found: {
    'pt-BR': 'A conta não tem nenhum upload com este id.',
    en: 'The account has no upload with this id.',
  },
  upload_expired: {
    'pt-BR': 'Este upload foi criado há mais de 24 horas. Crie outro e envie o arquivo de novo.',
    en: 'This upload is more than 24 hours old. Create another one and send the file again.',
  },
  upload_already_used: {
    'pt-BR': 'Este upload já foi usado em outro envio. Crie um upload para cada envio.',
    en: 'This upload has already been used in another mailing. Create one upload per mailing.',
  },
  upload_file_missing: {
    'pt-BR': 'O arquivo deste upload ainda não foi enviado para a upload_url.',
    en: 'The file of this upload has not been sent to its upload_url.',
  },
  upload_file_changed: {
    'pt-BR': 'O arquivo foi substituído depois de conferido. Crie outro upload e envie o arquivo de novo.',
    en: 'The file was replaced after it was checked. Create another upload and send the file again.',
  },
  too_many_rows_today: {
    'pt-BR': 'Com estas linhas, a conta passaria do limite de linhas conferidas por dia[ ({max_items})].',
    en: 'With these rows the account would exceed the limit of rows checked in a day[ ({max_items})].',
  },
  document_invalid: { 'pt-BR': 'O arquivo não é um PDF válido.', en: 'The file is not a valid PDF.' },
  document_encrypted: {
    'pt-BR': 'O PDF está protegido por senha ou tem restrição de impressão. Envie uma versão sem proteção.',
    en: 'The PDF is protected by a password or restricts printing. Send an unprotected version.',
  },
  document_too_large: {
    'pt-BR': 'O PDF passa do tamanho máximo desta forma de envio[ ({max_mb} MB)].',
    en: 'The PDF is over the size limit for this way of sending it[ ({max_mb} MB)].',
  },
  document_page_size: {
    'pt-BR':
      'Todas as páginas devem ser A4 em retrato (210 x 297 mm)[; a página {page} mede {width_mm} x {height_mm} mm].',
    en: 'Every page must be A4 portrait (210 x 297 mm)[; page {page} measures {width_mm} x {height_mm} mm].',
  },
  too_many_sheets: {
    'pt-BR': 'O envio passa do limite de folhas por envelope[: seriam {sheets}, e o máximo é {max}].',
    en: 'The mailing is over the limit of sheets per envelope[: it would take {sheets} and the maximum is {max}].',
  },
  address_area_not_blank: {
    'pt-BR':
      'Há conteúdo na área do endereço da primeira página (90 x 45 mm, a 20 mm da esquerda e 45 mm do topo)[: {width_mm} x {height_mm} mm, a {left_mm} mm da esquerda e {top_mm} mm do topo]. Deixe-a em branco ou use address_placement: extra_page.',
    en: 'There is content in the address area of the first page (90 x 45 mm, 20 mm from the left and 45 mm from the top)[: {width_mm} x {height_mm} mm, {left_mm} mm from the left and {top_mm} mm from the top]. Leave it blank or use address_placement: extra_page.',
  },
  variable_missing: {
    'pt-BR':
      'O PDF tem um marcador[ ({name}, na página {page})] sem valor em variables. Envie um texto vazio para deixá-lo em branco.[ A variável {in_other_case} só difere dele em maiúsculas e minúsculas, que contam.]',
    en: 'The PDF has a marker[ ({name}, on page {page})] without a value in variables. Send an empty string to leave it blank.[ The variable {in_other_case} differs from it only in capitals, which count.]',
  },
  variable_not_found: {
    'pt-BR':
      'O PDF não tem lugar para esta variável[: nenhum marcador se chama {name}][: o próprio serviço preenche o marcador {reserved}].[ {with_blanks} tem espaços, por isso não é um marcador: apague-os no documento.][ O marcador {in_other_case} só difere em maiúsculas e minúsculas, que contam.]',
    en: 'The PDF has no place for this variable[: no marker is named {name}][: the service fills the marker {reserved} itself].[ {with_blanks} has blanks, so it is no marker: delete them in the document.][ The marker {in_other_case} differs only in capitals, which count.]',
  },
  document_text_unreadable: {
    'pt-BR':
      'O PDF não tem texto selecionável, por isso os marcadores não podem ser lidos. Exporte-o como texto, não como imagem.',
    en: 'The PDF has no selectable text, so its markers cannot be read. Export it as text, not as an image.',
  },
  otp_code_missing: {
    'pt-BR': 'O PDF não tem um marcador {{OTP_CODE}} visível, onde o código é impresso.',
    en: 'The PDF has no visible {{OTP_CODE}} marker, where the code is printed.',
  },
};

/** Names for the JSON types in `{type}`. */
export const typeNames: Readonly<Record<string, Texts>> = {
  string: { 'pt-BR': 'um texto', en: 'a string' },
  integer: { 'pt-BR': 'um número inteiro', en: 'an integer' },
  number: { 'pt-BR': 'um número', en: 'a number' },
  boolean: { 'pt-BR': 'true ou false', en: 'true or false' },
  object: { 'pt-BR': 'um objeto', en: 'an object' },
  array: { 'pt-BR': 'uma lista', en: 'a list' },
  null: { 'pt-BR': 'null', en: 'null' },
  'application/pdf': { 'pt-BR': 'um arquivo PDF (application/pdf)', en: 'a PDF file (application/pdf)' },
};

/** Names for the formats and patterns of the schemas in `{format}`. */
export const formatNames: Readonly<Record<string, Texts>> = {
  'NNNNN-NNN': {
    'pt-BR': 'um CEP de oito dígitos, como 05010-000',
    en: 'a postal code of eight digits, like 05010-000',
  },
  email: {
    'pt-BR': 'um endereço de e-mail sem acentos nem espaços, como ana@empresa.com.br',
    en: 'an e-mail address of ASCII characters without spaces, like ana@company.com',
  },
  [SHORT_TEXT]: {
    'pt-BR': 'um texto de uma linha, sem caracteres de controle nem de inversão de texto',
    en: 'a text of one line without control characters or characters that reverse text',
  },
  'PNG, JPEG': { 'pt-BR': 'uma imagem PNG ou JPEG', en: 'a PNG or JPEG image' },
  [TYPED_CODE_PATTERN]: { 'pt-BR': 'os 6 dígitos do código', en: 'the six digits of the code' },
  [VARIABLE_NAME]: {
    'pt-BR': 'um nome só com letras sem acento, algarismos e _',
    en: 'a name of letters without accents, digits and _',
  },
  [LETTER_BATCH_ID]: {
    'pt-BR': 'o id de um envio em massa, que começa com mrg_',
    en: 'the id of a letter batch, which begins with mrg_',
  },
  [QUOTE_HASH]: {
    'pt-BR': 'o hash da cotação, de 64 algarismos e letras de a a f',
    en: 'the hash of the quote, of 64 digits and letters from a to f',
  },
  [TRACKING_CODE]: {
    'pt-BR': 'um código de rastreio dos Correios, como AA123456785BR',
    en: 'a tracking code of the national carrier, like AA123456785BR',
  },
  [WEB_URL]: {
    'pt-BR':
      'uma URL sem espaços que comece com https:// ou http:// e tenha um domínio, sem usuário nem senha, e uma porta que exista',
    en: 'a URL without spaces that begins with https:// or http:// and has a host, no user information, and a port that exists',
  },
  'date-time': {
    'pt-BR': 'data e hora com fuso, como 2026-11-20T12:00:00Z',
    en: 'a date and time with its zone, like 2026-11-20T12:00:00Z',
  },
  date: { 'pt-BR': 'uma data do calendário, como 2026-11-20', en: 'a date of the calendar, like 2026-11-20' },
  [URL_TEXT]: {
    'pt-BR': 'uma URL completa, sem espaços, como https://exemplo.com/carta%20de%20julho.pdf',
    en: 'a complete URL without spaces, like https://example.com/letter%20of%20july.pdf',
  },
  base64: { 'pt-BR': 'base64 padrão, sem prefixo', en: 'standard base64, without a prefix' },
  'https://': {
    'pt-BR': 'uma URL que comece com https:// e tenha um domínio, sem usuário nem senha, e uma porta que exista',
    en: 'a URL that begins with https:// and has a host, no user information, and a port that exists',
  },
  CNPJ: {
    'pt-BR': 'um CNPJ com os dígitos verificadores certos, como 11.222.333/0001-81',
    en: 'a CNPJ with the right check digits, like 11.222.333/0001-81',
  },
  '#rrggbb': { 'pt-BR': 'uma cor em hexadecimal, como #1a5c8b', en: 'a color in hexadecimal, like #1a5c8b' },
  'confirme.empresa.com.br': {
    'pt-BR': 'um domínio, como confirme.empresa.com.br',
    en: 'a host, like confirme.empresa.com.br',
  },
};

/** The exceeded limit of a file, by the `limit` in the values of `too_complex`. */
export const complexityLimits: Readonly<Record<ComplexityLimit, Texts>> = {
  objects: { 'pt-BR': 'mais de {maximum} objetos', en: 'more than {maximum} objects' },
  structure: {
    'pt-BR': 'mais de {maximum} elementos de estrutura (tags)',
    en: 'more than {maximum} structure elements (tags)',
  },
  values: {
    'pt-BR': 'mais de {maximum} números, nomes e textos nos objetos',
    en: 'more than {maximum} numbers, names and strings in its objects',
  },
  nesting: {
    'pt-BR': 'listas e dicionários com mais de {maximum} níveis',
    en: 'lists and dictionaries more than {maximum} levels deep',
  },
  huge_numbers: {
    'pt-BR': 'mais de {maximum} números grandes demais',
    en: 'more than {maximum} numbers that are too large',
  },
  megabytes: {
    'pt-BR': 'mais de {maximum} MB depois de descompactado',
    en: 'more than {maximum} MB once it is decompressed',
  },
  filters: {
    'pt-BR': 'mais de {maximum} compressões, uma sobre a outra',
    en: 'more than {maximum} compressions, one on top of the other',
  },
  reading_steps: {
    'pt-BR': 'mais de {maximum} passos para ler os objetos',
    en: 'more than {maximum} steps to read its objects',
  },
  operators: { 'pt-BR': 'mais de {maximum} instruções de desenho', en: 'more than {maximum} drawing instructions' },
  operands: {
    'pt-BR': 'uma instrução de desenho com mais de {maximum} valores',
    en: 'a drawing instruction with more than {maximum} values',
  },
  string_bytes: {
    'pt-BR': 'um texto ou uma palavra de desenho com mais de {maximum} bytes',
    en: 'a string or a word of a drawing with more than {maximum} bytes',
  },
  glyphs: { 'pt-BR': 'mais de {maximum} letras', en: 'more than {maximum} letters' },
  forms: {
    'pt-BR': 'mais de {maximum} desenhos repetidos (formulários XObject)',
    en: 'more than {maximum} repeated drawings (form XObjects)',
  },
  annotations: {
    'pt-BR': 'mais de {maximum} comentários e campos em uma página',
    en: 'more than {maximum} comments and fields on a page',
  },
  font_entries: {
    'pt-BR': 'tabelas de fontes com mais de {maximum} entradas',
    en: 'font tables with more than {maximum} entries',
  },
  comparisons: {
    'pt-BR': 'mais de {maximum} comparações entre trechos do texto',
    en: 'more than {maximum} comparisons between pieces of its text',
  },
  seconds: {
    'pt-BR': 'mais de {maximum|segundo|segundos} de processamento para desenhar',
    en: 'more than {maximum|second|seconds} of processing to draw',
  },
};

/** Why a file is not a valid PDF, by the `reason` in the values of `document_invalid`; follows the text of the code. */
export const documentFlaws: Readonly<Record<DocumentFlaw['reason'], Texts>> = {
  not_pdf: {
    'pt-BR': 'Ele não começa como um PDF (%PDF-): exporte o documento como PDF e envie esse arquivo.',
    en: 'It does not begin like a PDF (%PDF-): export the document as a PDF and send that file.',
  },
  damaged: {
    'pt-BR':
      'Ele está danificado ou incompleto e não pode ser lido. Uma transferência em modo texto causa isso: envie o arquivo ' +
      'original de novo, em modo binário, ou exporte-o outra vez.',
    en:
      'It is damaged or incomplete and cannot be read. A transfer in text mode does that: send the original file again, in ' +
      'binary mode, or export it again.',
  },
  too_complex: {
    'pt-BR': 'Ele é complexo demais para uma carta ({limit}): reduza desenhos, texto ou objetos.',
    en: 'It is too complex for a letter ({limit}): reduce its drawings, text or objects.',
  },
  undrawable: {
    'pt-BR': 'Não é possível desenhá-lo[ (página {page})] para impressão: imprima-o como PDF e envie esse arquivo.',
    en: 'It cannot be drawn[ (page {page})] for printing: print it to a PDF and send that file.',
  },
  pages_missing: {
    'pt-BR':
      'Ele declara {count|página|páginas}, mas {found|pode ser lida|podem ser lidas}: exporte-o de novo, inteiro.',
    en: 'It declares {count|page|pages}, but {found} can be read: export it again, whole.',
  },
  page_damaged: {
    'pt-BR':
      'Parte da página {page} falta ou foi danificada no caminho. Uma transferência em modo texto causa isso: envie o ' +
      'arquivo original de novo, em modo binário, ou exporte-o outra vez.',
    en:
      'Part of page {page} is missing or was damaged on its way. A transfer in text mode does that: send the original file ' +
      'again, in binary mode, or export it again.',
  },
  prints_differently: {
    'pt-BR':
      'A página {page} sairia impressa diferente do que o arquivo mostra: imprima-o como PDF e envie esse arquivo.',
    en: 'Page {page} would print differently from what the file shows: print it to a PDF and send that file.',
  },
  dynamic_form: {
    'pt-BR':
      'Ele é um formulário XFA dinâmico, que só mostra o aviso de espera: imprima-o como PDF e envie esse arquivo.',
    en: 'It is a dynamic XFA form, which only shows its "Please wait" page: print it to a PDF and send that file.',
  },
  portfolio: {
    'pt-BR': 'Ele é um portfólio, um pacote de arquivos: envie o documento que está dentro dele.',
    en: 'It is a portfolio, a package of files: send the document inside it.',
  },
};

/**
 * Why the PDF at a URL could not be fetched, by the `reason` in the values of `document_unreachable`; follows the text
 * of the code.
 */
export const downloadFlaws: Readonly<Record<DownloadFlaw['reason'], Texts>> = {
  answered: {
    'pt-BR': 'O servidor respondeu {http_status}: confira se o link ainda vale e não pede senha.',
    en: 'The server answered {http_status}: check that the link is still valid and asks for no password.',
  },
  compressed: {
    'pt-BR': 'O servidor mandou o arquivo compactado (Content-Encoding): envie um link para o PDF como ele é.',
    en: 'The server sent the file compressed (Content-Encoding): send a link to the PDF as it is.',
  },
  no_connection: {
    'pt-BR': 'Não houve conexão segura com o servidor, ou ela caiu: confira o domínio, a porta e o certificado.',
    en: 'There was no secure connection to the server, or it broke: check its host, port and certificate.',
  },
  host_busy: {
    'pt-BR': 'Há downloads demais deste servidor neste momento: tente de novo em alguns segundos.',
    en: 'There are too many downloads from its host at the moment: try again in some seconds.',
  },
  not_public: {
    'pt-BR': 'O domínio não tem endereço público na internet.',
    en: 'Its host has no public address on the internet.',
  },
  too_many_redirects: {
    'pt-BR': 'Ela passa por mais de {maximum} redirecionamentos: envie o endereço final.',
    en: 'It takes more than {maximum} redirects: send the final address.',
  },
  too_slow: {
    'pt-BR': 'O arquivo não chegou inteiro em {seconds|segundo|segundos}.',
    en: 'The whole file did not arrive within {seconds|second|seconds}.',
  },
};

/** Follows the text of a 5xx whose call may have taken effect. */
export const unknownEffect: Texts = {
  'pt-BR': 'Ela pode ter tido efeito: a repetição com a mesma chave o confirma; sem chave, confira antes de repetir.',
  en: 'It may have taken effect: repeating it with the same key tells; without a key, look before you repeat it.',
};

/** Why a body cannot be read, by the `reason` in the values of `invalid_json`; follows the text of the code. */
export const bodyFlaws: Readonly<Record<BodyFlaw['reason'], Texts>> = {
  syntax: {
    'pt-BR': 'A sintaxe do JSON está errada, ou falta o fim.',
    en: 'The syntax of the JSON is wrong, or its end is missing.',
  },
  not_utf8: {
    'pt-BR': 'Ele tem bytes que não são UTF-8.',
    en: 'It has bytes that are not UTF-8.',
  },
  repeated_name: {
    'pt-BR': 'O nome “{name}” aparece duas vezes no mesmo objeto.',
    en: 'The name “{name}” appears twice in one object.',
  },
  half_character: {
    'pt-BR': 'Um texto tem metade de um par substituto (\\ud800 a \\udfff).',
    en: 'A string has half of a surrogate pair (\\ud800 to \\udfff).',
  },
  too_deep: {
    'pt-BR': 'Ele tem mais de {maximum} níveis.',
    en: 'It is more than {maximum} levels deep.',
  },
  too_many_values: {
    'pt-BR': 'Ele tem mais de {maximum} valores.',
    en: 'It has more than {maximum} values.',
  },
  form: {
    'pt-BR': 'O formulário está cortado, ou uma parte dele não tem nome ou está em base64.',
    en: 'The form is cut short, or a part of it has no name or is in base64.',
  },
};

/** Why a value is not allowed, by the `reason` in the values of `invalid_value`; replaces the text of the code. */
export const valueFlaws: Readonly<Record<ValueFlaw['reason'], Texts>> = {
  foreign_cursor: {
    'pt-BR':
      'Este cursor não é desta lista. Envie o next_cursor da página anterior, com os mesmos filtros e o mesmo limit.',
    en: 'This cursor does not belong to this list. Send the next_cursor of the page before, with the same filters and limit.',
  },
  sent_twice: {
    'pt-BR': 'Este parâmetro foi enviado mais de uma vez. Envie um só valor.',
    en: 'This parameter was sent more than once. Send a single value.',
  },
  listed_twice: {
    'pt-BR': 'Este valor já está na lista. Envie cada valor uma só vez.',
    en: 'This value is in the list already. Send each value once.',
  },
  too_near_zero: {
    'pt-BR': 'Este número está perto demais de zero para ser guardado. Envie 0, ou o valor como texto.',
    en: 'This number is too close to zero to be stored. Send 0, or the value as a string.',
  },
  city_of_postal_code: {
    'pt-BR': 'Este CEP é de {city}/{state}. Corrija o CEP ou a cidade, ou não envie city.',
    en: 'This postal code is in {city}/{state}. Correct the postal code or the city, or leave city out.',
  },
  state_of_postal_code: {
    'pt-BR': 'Este CEP é de {city}/{state}. Corrija o CEP ou o estado, ou não envie state.',
    en: 'This postal code is in {city}/{state}. Correct the postal code or the state, or leave state out.',
  },
  unknown_state: {
    'pt-BR': 'Não existe estado com esta sigla. Envie duas letras, como SP.',
    en: 'No state has this abbreviation. Send two letters, like SP.',
  },
  with_document: {
    'pt-BR': 'Este campo não pode ser enviado junto com document: envie um dos dois.',
    en: 'This field cannot be sent together with document: send one of the two.',
  },
  without_document: {
    'pt-BR': 'Este valor só vale para um PDF próprio, enviado em document.',
    en: 'This value needs a PDF of your own, sent in document.',
  },
  with_code: {
    'pt-BR': 'Com o método code não há página de confirmação. Use hosted_page ou não envie este campo.',
    en: 'The method code has no confirmation page. Use hosted_page or leave this field out.',
  },
  long_period: {
    'pt-BR': 'Este período tem mais de {maximum} verificações. Peça um período mais curto e some os números.',
    en: 'This period has more than {maximum} verifications. Ask for a shorter one and add the figures up.',
  },
  uncertain_cell: {
    'pt-BR': 'Não há certeza do que esta célula mostra ({fault}). Escreva o valor como texto.',
    en: 'It is not certain what this cell shows ({fault}). Write the value as text.',
  },
  other_cells: {
    'pt-BR': 'A linha tem {cells|célula|células} e o cabeçalho, {columns}.',
    en: 'The row has {cells|cell|cells} and the heading {columns}.',
  },
  another_address: {
    'pt-BR': 'A verificação anterior é de outro endereço: CEP, logradouro e número devem ser os mesmos.',
    en: 'The previous verification is for another address: postal code, street and number must be the same.',
  },
  unreachable_url: {
    'pt-BR':
      'Esta URL não pode receber webhooks: use https:// e um domínio público, sem usuário nem senha, e uma porta que exista.',
    en: 'This URL cannot receive webhooks: use https:// and a public host, without user name or password, and a port that exists.',
  },
  unknown_event_type: {
    'pt-BR': 'Não existe evento deste tipo. A lista está na documentação; * recebe todos.',
    en: 'No event has this type. The documentation lists them; * stands for all.',
  },
  invisible_logo: {
    'pt-BR': 'O logotipo não aparece em papel branco. Envie uma imagem com fundo branco ou traços escuros.',
    en: 'The logo does not show on white paper. Send an image with a white background or dark strokes.',
  },
  backward_range: {
    'pt-BR': 'O primeiro CEP da faixa vem depois do último.',
    en: 'The first postal code of the range comes after the last.',
  },
  webhooks_without_read: {
    'pt-BR': '`manage_webhooks` exige `read`: quem cria endpoints de webhook recebe todos os eventos.',
    en: '`manage_webhooks` requires `read`: whoever creates webhook endpoints receives every event.',
  },
  low_contrast: {
    'pt-BR':
      'Esta cor é difícil de ler no papel da página: o contraste é de {ratio} para 1 e precisa ser de pelo menos {least} para 1. Use um tom mais escuro.',
    en: 'This color is hard to read on the paper of the page: its contrast is {ratio} to 1 and must be at least {least} to 1. Use a darker shade.',
  },
  host_not_served: {
    'pt-BR':
      'A página de confirmação ainda não atende em {host}: antes é preciso incluir o domínio na distribuição e no certificado.',
    en: 'The confirmation page is not served at {host} yet: the host has to be added to the distribution and to its certificate first.',
  },
  host_taken: {
    'pt-BR': 'O domínio {host} já é de outra conta.',
    en: 'The host {host} belongs to another account.',
  },
};
