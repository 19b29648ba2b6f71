# first-letter.sh
curl --fail-with-body -sS "$MALOTE_BASE_URL/letters" \
  -H "Authorization: Bearer $MALOTE_API_KEY" \
  -H 'Idempotency-Key: contrato-7' \
  -F 'to[name]=Maria da Conceição' \
  -F 'to[postal_code]=05010-000' \
  -F 'to[number]=100' \
  -F 'postal_services[]=registered' \
  -F 'reference=contrato 7' \
  -F 'variables[nome]=Maria' \
  -F 'variables[contrato]=7' \
  -F 'variables[data]=20/11/2026' \
  -F 'variables[vencimento]=10/12/2026' \
  -F 'variables[valor]=R$ 90,00' \
  -F 'file=@contrato.pdf;type=application/pdf'
