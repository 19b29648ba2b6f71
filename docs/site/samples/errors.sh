# errors.sh
curl -sS "$MALOTE_BASE_URL/letters" \
  -H "Authorization: Bearer $MALOTE_API_KEY" \
  -H 'Accept-Language: en' \
  -F 'to[name]=Maria' -F 'to[postal_code]=00000-000' -F 'to[number]=1' \
  -F 'file=@contrato.pdf;type=application/pdf'
