# quote.sh
curl --fail-with-body -sS "$MALOTE_BASE_URL/letters/quote" \
  -H "Authorization: Bearer $MALOTE_API_KEY" \
  -F 'to[name]=Maria da Conceição' -F 'to[postal_code]=05010-000' -F 'to[number]=100' \
  -F 'color=true' \
  -F 'file=@contrato.pdf;type=application/pdf'
