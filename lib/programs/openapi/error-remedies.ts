import type { ApiProblemCode, DetailCode } from '../../core/domain/problems.ts';
import type { Texts } from '../../texts/errors/error-catalogue.ts';

/** Advice for each `error.code`. */
export const remedies: Readonly<Record<ApiProblemCode, Texts>> = {
  invalid_json: {
    'pt-BR':
      'Envie JSON em UTF-8, sem nomes repetidos, ou o formulário inteiro. Repetir a mesma requisição não adianta.',
    en: 'Send JSON in UTF-8 without repeated names, or the whole form. Repeating the same request does not help.',
  },
  unsupported_content_type: {
    'pt-BR':
      'Envie `Content-Type: application/json`; `POST /letters` e `POST /letters/quote` aceitam também `multipart/form-data`.',
    en: 'Send `Content-Type: application/json`; `POST /letters` and `POST /letters/quote` also accept `multipart/form-data`.',
  },
  invalid_idempotency_key: {
    'pt-BR': 'Use uma chave de 1 a 255 caracteres, por exemplo um UUID, ou não envie o cabeçalho.',
    en: 'Use a key of 1 to 255 characters, a UUID for example, or omit the header.',
  },
  request_too_large: {
    'pt-BR': 'Envie o PDF por `POST /uploads` ou por URL: cada forma aceita até 10 MB.',
    en: 'Send the PDF by `POST /uploads` or by URL: both accept up to 10 MB.',
  },
  api_key_missing: {
    'pt-BR': 'Envie o cabeçalho `Authorization: Bearer <chave>` em todas as requisições.',
    en: 'Send the header `Authorization: Bearer <key>` with every request.',
  },
  api_key_invalid: {
    'pt-BR': 'Copie a chave de novo, por inteiro. Se ela se perdeu, crie outra.',
    en: 'Copy the key again, in full. If it was lost, create another.',
  },
  api_key_revoked: {
    'pt-BR': 'Troque a chave por uma ativa da mesma conta.',
    en: 'Use an active key of the same account.',
  },
  api_key_expired: {
    'pt-BR': 'Troque a chave por uma ativa da mesma conta, ou dê um novo prazo a ela no painel.',
    en: 'Use an active key of the same account, or give this one a later date in the dashboard.',
  },
  insufficient_balance: {
    'pt-BR': 'Adicione saldo e repita a requisição; a mesma `Idempotency-Key` serve.',
    en: 'Top up the balance and repeat the request; the same `Idempotency-Key` works.',
  },
  account_suspended: {
    'pt-BR': 'Fale com o suporte. Consultas, cotações e cancelamentos continuam funcionando.',
    en: 'Contact support. Reading, quoting and canceling still work.',
  },
  api_key_not_allowed: {
    'pt-BR':
      'A mensagem diz qual restrição da chave impede a requisição. Não a repita: use outra chave, ou mude a restrição no painel.',
    en: 'The message tells which restriction of the key forbids the request. Do not repeat it: use another key, or change the restriction in the dashboard.',
  },
  api_key_limit_reached: {
    'pt-BR':
      'Espere o próximo dia, que começa à meia-noite UTC (21h de Brasília), se o limite é do dia; senão, aumente o limite da chave no painel. Adicionar saldo não adianta.',
    en: 'Wait for the next day, which begins at midnight UTC, if the limit is that of the day; otherwise raise the limit of the key in the dashboard. Topping up does not help.',
  },
  resource_not_found: {
    'pt-BR': 'Confira o id e a conta da chave: objetos de outras contas não são visíveis.',
    en: "Check the id and the key's account: objects of other accounts are not visible.",
  },
  endpoint_not_found: {
    'pt-BR': 'Compare o caminho e o método com a referência da API.',
    en: 'Compare the path and method with the API reference.',
  },
  postal_code_not_found: {
    'pt-BR': 'Confira o CEP com o destinatário.',
    en: 'Check the postal code with the recipient.',
  },
  letter_not_cancelable: {
    'pt-BR': 'Nada a fazer: a carta já entrou em produção, foi postada ou falhou. Uma falha devolve o valor sozinha.',
    en: 'Nothing can be done: the letter is in production, was posted or failed. A failed letter is refunded automatically.',
  },
  letter_batch_not_confirmable: {
    'pt-BR':
      'Confirme somente um envio em massa com status `quoted` e ao menos uma carta na cotação. Espere o evento `letter_batch.quoted`; com `failed` ou `canceled`, crie outro.',
    en: 'Confirm only a letter batch that is `quoted`, with at least one letter in its quote. Wait for the event `letter_batch.quoted`; if it is `failed` or `canceled`, create another one.',
  },
  letter_batch_expired: {
    'pt-BR': 'Crie outro envio em massa com as mesmas linhas: a nova cotação usa os preços de hoje.',
    en: 'Create another letter batch with the same rows: its quote has the prices of today.',
  },
  letter_batch_quote_differs: {
    'pt-BR': 'Leia o envio em massa de novo, confira a soma e confirme com o `quote.hash` dele.',
    en: 'Get the letter batch again, check the sum, and confirm with its `quote.hash`.',
  },
  verification_not_cancelable: {
    'pt-BR': 'Nada a fazer: a verificação terminou sem confirmação. Crie outra se ainda precisar.',
    en: 'Nothing can be done: the verification ended without confirmation. Create another if it is still needed.',
  },
  verification_not_awaiting_code: {
    'pt-BR': 'Consulte o status: o código só vale enquanto ele é `awaiting_code`.',
    en: 'Check the status: a code is accepted only while it is `awaiting_code`.',
  },
  letter_not_final: {
    'pt-BR': 'Espere o fim: a evidência existe quando o status é `posted`, `canceled` ou `failed`.',
    en: 'Wait until the letter ends: evidence exists when the status is `posted`, `canceled` or `failed`.',
  },
  verification_not_final: {
    'pt-BR':
      'Espere o fim: a evidência existe quando o status é `verified`, `failed`, `expired`, `canceled` ou `revoked`.',
    en: 'Wait until the verification ends: evidence exists when the status is `verified`, `failed`, `expired`, `canceled` or `revoked`.',
  },
  idempotency_key_reused: {
    'pt-BR': 'Use uma chave nova para cada operação; a mesma, só para repetir a mesma requisição.',
    en: 'Use a new key for each operation; reuse a key only to repeat the same request.',
  },
  idempotency_key_in_use: {
    'pt-BR': 'Espere alguns segundos e repita com a mesma chave: virá a resposta da primeira requisição.',
    en: "Wait a few seconds and repeat with the same key: you get the first request's response.",
  },
  invalid_parameters: {
    'pt-BR': 'Corrija tudo o que está em `details`: cada item tem um dos códigos abaixo.',
    en: 'Correct everything in `details`: each item has one of the codes below.',
  },
  rate_limit_exceeded: {
    'pt-BR': 'Espere os segundos de `Retry-After` e repita. `RateLimit-Remaining` avisa antes.',
    en: 'Wait for the seconds in `Retry-After` and repeat. `RateLimit-Remaining` warns you beforehand.',
  },
  daily_limit_exceeded: {
    'pt-BR':
      'Não repita antes dos segundos de `Retry-After`. Se o trabalho normal da conta chega ao limite, fale com o suporte.',
    en: 'Do not repeat before the seconds in `Retry-After`. If normal work of the account reaches the limit, contact support.',
  },
  internal_error: {
    'pt-BR': 'Repita com a mesma `Idempotency-Key`. Se continuar, fale com o suporte e informe o `request_id`.',
    en: 'Repeat with the same `Idempotency-Key`. If it keeps failing, contact support with the `request_id`.',
  },
  service_unavailable: {
    'pt-BR': 'Espere os segundos de `Retry-After` e repita com a mesma `Idempotency-Key`.',
    en: 'Wait for the seconds in `Retry-After` and repeat with the same `Idempotency-Key`.',
  },
};

/** Advice for each `details[].code`. */
export const detailRemedies: Readonly<Record<DetailCode, Texts>> = {
  required: { 'pt-BR': 'Envie o campo.', en: 'Send the field.' },
  unknown_parameter: {
    'pt-BR': 'Retire o campo ou corrija o nome.',
    en: 'Omit the field or correct its name.',
  },
  invalid_type: {
    'pt-BR': 'Envie o tipo documentado: números e booleanos sem aspas em JSON.',
    en: 'Send the documented type: numbers and booleans without quotes in JSON.',
  },
  invalid_value: {
    'pt-BR': 'Escolha um valor permitido e veja se ele combina com os outros campos.',
    en: 'Choose an allowed value and check that it fits the other fields.',
  },
  invalid_format: {
    'pt-BR': 'Escreva o valor no formato documentado, por exemplo `AAAA-MM-DD` em datas.',
    en: 'Write the value in the documented format, for example `YYYY-MM-DD` in dates.',
  },
  too_short: {
    'pt-BR': 'Envie um valor mais longo, ou deixe o campo de fora.',
    en: 'Send a longer value, or omit the field.',
  },
  too_long: { 'pt-BR': 'Encurte o valor.', en: 'Shorten the value.' },
  out_of_range: { 'pt-BR': 'Fique dentro dos limites da mensagem.', en: 'Stay within the bounds in the message.' },
  requires_registered: {
    'pt-BR': 'Inclua `registered` em `postal_services`.',
    en: 'Add `registered` to `postal_services`.',
  },
  postal_code_not_found: {
    'pt-BR': 'Confira o CEP com o destinatário.',
    en: 'Check the postal code with the recipient.',
  },
  address_incomplete: {
    'pt-BR': 'Envie a parte que falta: este CEP vale para uma cidade ou bairro inteiro.',
    en: 'Send the missing part: this postal code covers a whole city or district.',
  },
  document_unreachable: {
    'pt-BR': 'A URL deve ser HTTPS, pública, sem redirecionar para redes privadas, e responder em 10 segundos.',
    en: 'The URL must be HTTPS and public, must not redirect to a private network, and must answer within 10 seconds.',
  },
  verification_not_found: {
    'pt-BR': 'Confira o id da verificação e a conta da chave.',
    en: "Check the verification's id and the key's account.",
  },
  upload_not_found: {
    'pt-BR': 'Confira o `upload_id` e a conta da chave.',
    en: "Check the `upload_id` and the key's account.",
  },
  upload_expired: {
    'pt-BR': 'Crie outro upload e envie o arquivo de novo.',
    en: 'Create another upload and send the file again.',
  },
  upload_already_used: { 'pt-BR': 'Crie um upload para cada envio.', en: 'Create one upload for each mailing.' },
  upload_file_missing: {
    'pt-BR': 'Envie o arquivo por PUT para a `upload_url`, espere o 2xx e repita.',
    en: 'PUT the file to the `upload_url`, wait for the 2xx and repeat.',
  },
  upload_file_changed: {
    'pt-BR': 'Crie outro upload, envie o arquivo uma única vez e peça outra cotação.',
    en: 'Create another upload, send the file once and ask for another quote.',
  },
  too_many_rows_today: {
    'pt-BR': 'Crie outro envio em massa depois da meia-noite UTC.',
    en: 'Create another letter batch after midnight UTC.',
  },
  document_invalid: { 'pt-BR': 'Exporte o PDF de novo, inteiro.', en: 'Export the complete PDF again.' },
  document_encrypted: {
    'pt-BR': 'Exporte o PDF sem senha e com permissão de impressão.',
    en: 'Export the PDF without a password and with permission to print.',
  },
  document_too_large: {
    'pt-BR': 'Reduza o arquivo ou use outra forma: URL e upload aceitam 10 MB, multipart 4 MB, base64 3 MB.',
    en: 'Make the file smaller or send it another way: URL and upload accept 10 MB, multipart 4 MB, base64 3 MB.',
  },
  document_page_size: {
    'pt-BR': 'Exporte todas as páginas em A4 retrato, 210 x 297 mm.',
    en: 'Export all pages as A4 portrait, 210 x 297 mm.',
  },
  too_many_sheets: {
    'pt-BR': 'Envie menos páginas ou imprima frente e verso: cabem 6 folhas, contando a do endereço.',
    en: 'Send fewer pages or print on both sides: 6 sheets fit, counting the one with the address.',
  },
  address_area_not_blank: {
    'pt-BR': 'Deixe a área em branco ou use `address_placement: extra_page`, sem custo.',
    en: 'Leave the area blank or use `address_placement: extra_page`, at no cost.',
  },
  variable_missing: {
    'pt-BR': 'Envie um valor para o marcador; um texto vazio o deixa em branco.',
    en: 'Send a value for the marker; an empty string leaves it blank.',
  },
  variable_not_found: {
    'pt-BR': 'Confira o nome, que distingue maiúsculas, ou retire a variável.',
    en: 'Check the name, which is case-sensitive, or omit the variable.',
  },
  document_text_unreadable: {
    'pt-BR': 'Exporte o PDF com texto selecionável, não como imagem.',
    en: 'Export the PDF with selectable text, not as an image.',
  },
  otp_code_missing: {
    'pt-BR': 'Ponha `{{OTP_CODE}}` onde o código deve ser impresso.',
    en: 'Put `{{OTP_CODE}}` where the code must be printed.',
  },
};
