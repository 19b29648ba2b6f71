import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import type { Answer } from '../../core/domain/probes.ts';

/**
 * Opens one of our own pages over a connection of its own, as somebody who comes for the first time does.
 * @param trust a certificate that is trusted instead of those of the system
 * @throws Error without an answer within the time, or if the certificate is not valid
 */
export async function openPage(url: string, timeoutMs: number, trust: { ca?: string } = {}): Promise<Answer> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { ...trust, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const certificateEnds = endOfCertificate(response.socket as TLSSocket);
      text(response).then((body) => resolve({ status: response.statusCode!, body, certificateEnds }), reject);
    });
    request.once('error', reject);
    request.end();
  });
}

function endOfCertificate(socket: Partial<TLSSocket>): number | undefined {
  const certificate = socket.getPeerCertificate?.();
  return certificate && Date.parse(certificate.valid_to);
}
