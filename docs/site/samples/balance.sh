# balance.sh
curl --fail-with-body -sS "$MALOTE_BASE_URL/balance" -H "Authorization: Bearer $MALOTE_API_KEY"
