# own-key.sh
post_once() {
  curl --fail-with-body -sS --retry 5 --retry-all-errors "$MALOTE_BASE_URL/letters" \
    -H "Authorization: Bearer $MALOTE_API_KEY" \
    -H 'Idempotency-Key: invoice-2041' \
    -F 'to[name]=João Souza' -F 'to[postal_code]=05010-000' -F 'to[number]=100' \
    -F 'file=@contrato.pdf;type=application/pdf'
}
post_once
post_once
