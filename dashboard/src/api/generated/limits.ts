/* Made by build/api-types.ts from docs/api/dashboard.json. */
export const limits = {
  "address": {
    "name": 100,
    "street": 150,
    "number": 20,
    "complement": 60,
    "neighborhood": 80,
    "city": 80,
    "state": 2
  },
  "letter": {
    "title": 120,
    "body": 1500,
    "footer": 300
  },
  "instructions": 300,
  "return_url": 2048,
  "reference": 100,
  "variable": 500,
  "trade_name": 150,
  "key_name": 100,
  "sheets": 6,
  "upload_bytes": 10485760,
  "mail_merge_document_bytes": 4194304,
  "code_attempts": 5,
  "send_date_days": 180,
  "logo": {
    "bytes": 28672,
    "pixels": {
      "minimum": 32,
      "maximum": 2000
    }
  }
} as const;
