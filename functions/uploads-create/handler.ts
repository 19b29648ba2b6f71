import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openUploads } from '../../lib/adapters/data/mailings/uploads.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { signUploadUrl } from '../../lib/adapters/documents/upload-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { uploadOrder } from '../../lib/adapters/http/validators/upload-order.ts';
import { type Upload, UPLOAD_SECONDS, UPLOAD_URL_SECONDS } from '../../lib/core/domain/uploads.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { uploadResource } from '../../lib/core/resources/upload.ts';

const env = readEnvironment('TABLE_NAME', 'UPLOADS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const uploads = openUploads(table);
const signer = openLinkSigner(env.LINK_KEY);

export const handler = apiHandler(
  {
    operation: 'uploads-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(uploadOrder),
    creates: true,
  },
  async ({ accountId, body, identify, now, toResponse }) => {
    const { id, created_at } = identify('upload');
    const upload: Upload = {
      id,
      account_id: accountId,
      filename: body.filename,
      size: body.size,
      upload_url_expires_at: now + UPLOAD_URL_SECONDS * 1000,
      expires_at: created_at + UPLOAD_SECONDS * 1000,
      created_at,
      used_by: null,
    };
    const resource = uploadResource(upload, await signUploadUrl(signer, env.UPLOADS_BUCKET, upload));
    await uploads.create(upload, toResponse(resource));
    return resource;
  },
);
