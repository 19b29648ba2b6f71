/**
 * Loaded into each function at MiniStack (`NODE_OPTIONS`). MiniStack's Cognito uses the issuer of AWS but serves it at
 * its own endpoint without TLS, so calls to the issuer are redirected there. Its documents name the issuer's host.
 */
const atMiniStack = globalThis.fetch;
const aws = `https://cognito-idp.${process.env.AWS_REGION}.amazonaws.com`;

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (!url.startsWith(aws)) return atMiniStack(input, init);
  const endpoint = process.env.AWS_ENDPOINT_URL!;
  const response = await atMiniStack(url.replace(aws, endpoint), init);
  if (!url.endsWith('/.well-known/openid-configuration')) return response;
  const text = await response.text();
  return Response.json(JSON.parse(text.replaceAll(/http:\/\/[^/"]+/g, aws)), { status: response.status });
};
