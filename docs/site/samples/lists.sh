# lists.sh
curl --fail-with-body -sS -G "$MALOTE_BASE_URL/letters" \
  -H "Authorization: Bearer $MALOTE_API_KEY" \
  -d 'created_after=2026-01-01T00:00:00Z' -d 'limit=100'
